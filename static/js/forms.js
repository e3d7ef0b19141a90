// Write forms: an id made here, so that a form sent twice is done once; and no second press while the first is away.

export const freshId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
const ids = () => document.querySelectorAll('input[name="client_id"]');
const release = () => {
  for (const button of document.querySelectorAll("button[data-sent]")) {
    button.disabled = false;
    delete button.dataset.sent;
  }
};

for (const field of ids()) field.value ||= freshId();

document.addEventListener("submit", ({ target: form, defaultPrevented }) => {
  if (defaultPrevented || form.method !== "post") return;
  // Later: a disabled button would not send its own name and value.
  setTimeout(() => {
    for (const button of form.elements) {
      if (button.type !== "submit" || button.disabled) continue;
      button.disabled = true;
      button.dataset.sent = "";
    }
  });
  setTimeout(release, 10_000); // the answer never came: let them try again, with the same id
});

// Back from the next page, what stands in a form is a new intention: it must not get the old answer.
addEventListener("pageshow", ({ persisted }) => {
  release();
  const cameBack = persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  if (cameBack) for (const field of ids()) field.value = freshId();
});
