/** Whether the service sends a document (`response`: judged leniently) or takes it (`request`: judged strictly). */
export type Role = 'request' | 'response'
