import { expect, test } from 'vitest'
import { curlCommand } from './curl.ts'

const address = 'http://127.0.0.1:8642'

test.each([
  [{ method: 'GET', target: '/v2/brand' }, 'curl http://127.0.0.1:8642/v2/brand'],
  [{ method: 'HEAD', target: '/v2/brand' }, 'curl --head http://127.0.0.1:8642/v2/brand'],
  [
    { method: 'GET', target: "/v2/item?q=it's&m=$(x)", username: 'desk' },
    `curl --header 'username: desk' --header 'password: <PASSWORD>' '${address}/v2/item?q=it'\\''s&m=$(x)'`,
  ],
  [
    { method: 'PUT', target: '/v2.1/feed/items/1', certificate: 'a b.pem' },
    `curl --request PUT --cacert 'a b.pem' --header 'Content-Type: application/xml' --data-binary @feed.xml ${address}/v2.1/feed/items/1`,
  ],
  [{ method: 'DELETE', target: '/' }, `curl --request DELETE ${address}/`],
])('%j', (call, command) => {
  expect(curlCommand({ address, ...call }).replaceAll(' \\\n  ', ' ')).toBe(command)
})
