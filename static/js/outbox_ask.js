// A hand that is kept goes to the server.

const PATIENCE = 10_000;

/** The server's answer to a hand, or null while there is none. Any other page, like a hotel's log-in, is none. */
export async function ask({ id, after, fields }, address) {
  const abort = new AbortController();
  const patience = setTimeout(() => abort.abort(), PATIENCE);
  try {
    const response = await fetch(address, {
      method: "POST",
      body: new URLSearchParams({ ...fields, client_id: id, after }),
      headers: { Accept: "application/json" },
      credentials: "omit",
      cache: "no-store",
      signal: abort.signal,
    });
    if (response.status === 404 || response.status === 410) return { isGone: true };
    const answer = await response.json();
    return typeof answer.ok === "boolean" ? answer : null;
  } catch {
    return null;
  } finally {
    clearTimeout(patience);
  }
}
