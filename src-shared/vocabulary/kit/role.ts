/**
 * Whether the service sends a document (`response`, validated leniently) or receives it (`request`,
 * validated strictly).
 */
export type Role = 'request' | 'response'
