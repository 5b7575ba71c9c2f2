/** The folder cannot be used, for a reason that the operator can act on. */
export class DataFolderError extends Error {}
