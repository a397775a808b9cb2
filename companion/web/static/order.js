// Answers may overtake each other: whether one still says what is so.

/**
 * Numbers what is asked: `const stands = asking()` before, and `stands()` once the answer is there says
 * whether nothing that was asked later is known already.
 */
export function order() {
  let asked = 0;
  let known = 0;
  return () => {
    const mine = (asked += 1);
    return () => {
      if (mine < known) return false;
      known = mine;
      return true;
    };
  };
}
