/** Who asks. A file of its own: the types of the sandbox name nothing of the server that it is built with. */
export interface Caller {
  /** Whether it is a program or a page of this machine, by the address that it asks from. */
  readonly isHere: boolean;
}
