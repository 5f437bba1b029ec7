/** Where passwords are kept: the operating system's key store under Electron, a file of mode 0600 elsewhere. */
export interface Secrets {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  delete(key: string): Promise<void>
}
