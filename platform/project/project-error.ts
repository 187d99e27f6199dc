// The one kind of refusal that anyone who starts a project folder gets to read.

/** A project folder that cannot be served as it is; the message is one line for a terminal. */
export class ProjectError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ProjectError'
  }
}
