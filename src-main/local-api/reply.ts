/** Bytes to send, with everything HTTP wants to know about them. */
export interface Reply {
  status: number
  headers: Record<string, string | number>
  body: Uint8Array
}

/** What a request was found to be, for the log. */
export interface RequestNotes {
  username?: string
  detail?: string
  /** The answer must not be sent: the connection is cut in its place. */
  cut?: boolean
}
