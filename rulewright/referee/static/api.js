// The public API of the referee, as `/api/openapi.json` describes it.

/** An answer that says what was wrong. */
export class Refused extends Error {
  constructor(status, { kind = "", message = "", move = null } = {}) {
    super(message || `the referee answered with status ${status}`);
    this.status = status;
    this.kind = kind;
    this.move = move;
  }
}

const answered = async (response) => {
  const known = (response.headers.get("content-type") || "").startsWith("application/json");
  const body = known ? await response.json() : {};
  if (!response.ok) throw new Refused(response.status, body.error);
  return body;
};

const reached = async (path, request) => {
  try {
    return await fetch(path, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, { message: "the referee does not answer: is `rulewright referee` still running?" });
  }
};

/** Ask without a body. */
export const get = async (path) => answered(await reached(path, {}));

const BUSY = 503;
const PAUSES = [400, 1200];

const waited = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

/** Ask with a body; `signal` gives up. A busy referee is asked again, twice. */
export const post = async (path, body, signal) => {
  const request = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  };
  for (const pause of PAUSES) {
    const response = await reached(path, request);
    if (response.status !== BUSY) return answered(response);
    await waited(pause);
  }
  return answered(await reached(path, request));
};

/** Return whether an error only says that nobody waits any more. */
export const givenUp = (error) => error.name === "AbortError";
