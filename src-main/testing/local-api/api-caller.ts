import { type IncomingHttpHeaders, request } from 'node:http'

export interface ApiCall {
  method?: string
  /** The path and the query. */
  path: string
  headers?: Record<string, string>
  body?: Uint8Array | string
}
export interface ApiAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Uint8Array
  text: string
}

/** Makes HTTP calls with every header, including Host and Origin, exactly as given. */
export const apiCaller =
  (address: string, credentials: { username: string; password: string }) =>
  ({ method = 'GET', path, headers = {}, body }: ApiCall): Promise<ApiAnswer> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(address)
      const sent = request({
        host: hostname,
        port,
        path,
        method,
        // An empty value means that the header is omitted.
        headers: Object.fromEntries(
          Object.entries({ ...credentials, ...headers }).filter(([, value]) => value !== ''),
        ),
        agent: false,
      })
      sent.on('error', reject)
      sent.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: bytes,
            text: bytes.toString('utf8'),
          })
        })
      })
      sent.end(body)
    })
