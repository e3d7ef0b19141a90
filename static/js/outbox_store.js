// What a phone keeps of its sheets until the server has it, in localStorage: for each token a list of hands
// [{ id, after, fields, text, points, refused: { sentence, there } }], the oldest first.
// Read anew each time: another window of this phone may have the same sheet open.

const PREFIX = "sheet.outbox.";
const DRAFT = "sheet.draft.";

const keyOf = (token) => PREFIX + token;

/** Some browsers have no storage in private windows, and say so by an error. */
export function hasStorage() {
  try {
    return Boolean(localStorage && sessionStorage);
  } catch {
    return false;
  }
}

export function read(token) {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(token)));
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Whether it is kept: a full or forbidden storage keeps nothing. */
export function write(token, kept) {
  try {
    if (kept.length) localStorage.setItem(keyOf(token), JSON.stringify(kept));
    else localStorage.removeItem(keyOf(token));
    return true;
  } catch {
    return false;
  }
}

export const add = (token, hand) => write(token, [...read(token), hand]);

export const forget = (token, ids) => write(token, read(token).filter(({ id }) => !ids.includes(id)));

export const mark = (token, id, facts) =>
  write(token, read(token).map((each) => (each.id === id ? { ...each, ...facts } : each)));

/** Put a hand in the place of another, or nothing; the one behind it comes after what then stands there. */
export function replace(token, id, { hand = null, after }) {
  const kept = read(token);
  const at = kept.findIndex((each) => each.id === id);
  if (at < 0) return false;
  kept.splice(at, 1, ...(hand ? [hand] : []));
  const next = kept[hand ? at + 1 : at];
  if (next) next.after = after;
  return write(token, kept);
}

// What stands on the sheet in a refused hand's place is what the hands behind it follow.
export const drop = (token, { id, after, refused }) => replace(token, id, { after: refused?.there || after });

export const concerns = ({ key }, token) => key === keyOf(token);

export const otherTokens = (token) =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX) && key !== keyOf(token))
    .map((key) => key.slice(PREFIX.length));

/** Half a hand, while its writer compares another one; it is taken up once. */
export function keepDraft(token, fields) {
  sessionStorage.setItem(DRAFT + token, JSON.stringify(fields));
}

export function takeDraft(token) {
  const draft = sessionStorage.getItem(DRAFT + token);
  sessionStorage.removeItem(DRAFT + token);
  return draft && JSON.parse(draft);
}
