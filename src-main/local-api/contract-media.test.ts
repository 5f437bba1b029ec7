import { afterAll, beforeAll, expect, test } from 'vitest'
import { complaints } from '../testing/contract-answers.ts'
import { type ContractSandbox, openContractSandbox } from '../testing/contract-sandbox.ts'

let sandbox: ContractSandbox
beforeAll(async () => {
  sandbox = await openContractSandbox()
})
afterAll(() => sandbox?.close())

const pictureOf = async () => {
  const { text } = await sandbox.call({ path: '/v2.1/item/100?pi=o' })
  const url = /<url>(?<url>[^<]*)<\/url>/.exec(text)?.groups?.['url']?.replaceAll('&amp;', '&') ?? ''
  expect(url).toMatch(new RegExp(`^http://127.0.0.1:${sandbox.port}/media/pictures/one.jpg\\?`))
  return url.slice(url.indexOf('/media/'))
}
const open = { username: '', password: '' }

test('are opened by their signed address alone, with the headers a cache needs', async () => {
  const answer = await sandbox.call({ path: await pictureOf(), headers: open })
  expect(answer).toMatchObject({
    status: 200,
    text: '0123456789',
    headers: {
      etag: '"one"',
      'content-type': 'image/jpeg',
      'accept-ranges': 'bytes',
      'content-length': '10',
    },
  })
  expect(answer.headers['cache-control']).toContain('max-age=')
})

test.each<[Record<string, string>, number, string, string | undefined]>([
  [{ Range: 'bytes=2-4' }, 206, '234', 'bytes 2-4/10'],
  [{ Range: 'bytes=7-' }, 206, '789', 'bytes 7-9/10'],
  [{ Range: 'bytes=-3' }, 206, '789', 'bytes 7-9/10'],
  [{ Range: 'bytes=0-100' }, 206, '0123456789', 'bytes 0-9/10'],
  [{ Range: 'bytes=10-' }, 416, '', 'bytes */10'],
  [{ Range: 'bytes=-0' }, 416, '', 'bytes */10'],
  [{ Range: 'bytes=4-2' }, 200, '0123456789', undefined],
  [{ Range: 'bytes=0-1,3-4' }, 200, '0123456789', undefined],
  [{ Range: 'bytes=2-4', 'If-Range': '"other"' }, 200, '0123456789', undefined],
  [{ Range: 'bytes=2-4', 'If-Range': '"one"' }, 206, '234', 'bytes 2-4/10'],
  [{ 'If-None-Match': '"one"' }, 304, '', undefined],
  [{ 'If-None-Match': '"two", W/"one"' }, 304, '', undefined],
  [{ 'If-None-Match': '"two"' }, 200, '0123456789', undefined],
])('%j is %i', async (headers, status, text, range) => {
  const answer = await sandbox.call({ path: await pictureOf(), headers: { ...open, ...headers } })
  expect(answer).toMatchObject({ status, text })
  expect(answer.headers['content-range']).toBe(range)
})

test('HEAD sends their headers only; a changed or expired address is 403', async () => {
  const path = await pictureOf()
  const head = await sandbox.call({ method: 'HEAD', path, headers: open })
  expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': '10' } })
  complaints(await sandbox.call({ path: path.replace('one', 'two') }), 403)
  complaints(await sandbox.call({ path: path.replace(/expires=\d+/, 'expires=99999999999') }), 403)
  const realNow = sandbox.clock.now
  sandbox.clock.now = () => realNow() + 48 * 3600 * 1000
  try {
    complaints(await sandbox.call({ path }), 403)
  } finally {
    sandbox.clock.now = realNow
  }
})
