// What a game may be asked for: parameters and readings, and what is said to anything else.

/** Thrown where this engine cannot play what it is asked to play. */
export class Unsupported extends Error {}

/** Thrown for an action that the rules forbid, or that is not spelt as the rule page spells it. */
export class Illegal extends Error {}

/** The reading of each question; `questions` lists the readings of each, the default first. */
export function readings(questions, given) {
  refuseOthers('question', Object.keys(questions), given);
  return Object.fromEntries(
    Object.entries(questions).map(([question, known]) => [
      question,
      oneOf(`question ${question}`, known, given[question]),
    ]),
  );
}

/** One of the values a name may have; the first where none is given. */
export function oneOf(name, known, given = known[0]) {
  if (!known.includes(given)) {
    throw new Unsupported(`${name} is ${JSON.stringify(given)}, not one of ${known.join(', ')}`);
  }
  return given;
}

/** A whole number within bounds; `usual` where none is given. */
export function wholeNumber(name, given, usual, least, most) {
  if (given === undefined) return usual;
  if (!Number.isInteger(given) || given < least || given > most) {
    throw new Unsupported(
      `${name} is ${JSON.stringify(given)}, not a whole number from ${least} to ${most}`,
    );
  }
  return given;
}

/** Refuse every name that is not among the known ones. */
export function refuseOthers(kind, known, given) {
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) {
      throw new Unsupported(`unknown ${kind} ${JSON.stringify(name)}, not one of ${known.join(', ')}`);
    }
  }
}
