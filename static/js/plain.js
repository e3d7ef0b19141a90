// How names are compared: «Al·leluia» is found by «alleluia», «Can Ràfols» by «rafols».
export const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/[\p{M}·'’]/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
