/** A line of the request log. */
export interface AnsweredRequest {
  /** Milliseconds since the epoch. */
  at: number
  method: string
  /** Path and query, as asked. */
  target: string
  /** 0 when the connection was cut instead of answered. */
  status: number
  milliseconds: number
  /** Bytes of the answer's body. */
  bytes: number
  username?: string
  /** The header `User-Agent`. */
  client?: string
  /** The words of a refusal. */
  detail?: string
}
