import { expect, test } from 'vitest'
import { complaints, mediaOfItem } from '../../testing/local-api/contract-answers.ts'
import { describeContract } from '../../testing/local-api/contract-service.ts'

describeContract((service) => {
  const open = { username: '', password: '' }
  /** The first picture of item 100: its path and its bytes. */
  const picture = async () => {
    const [first] = await mediaOfItem(service(), '/v2.1/item/100?pi=o')
    const path = first?.path ?? ''
    const answer = await service().call({ path, headers: open })
    return { path, answer, etag: answer.headers.etag ?? '', size: answer.body.length }
  }

  test('are opened by their signed address alone, with the headers a cache needs', async () => {
    const { answer, size, path } = await picture()
    expect(path).toMatch(/^\/media\/[0-9a-f]{64}\//)
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        etag: expect.stringMatching(/^"[^"]+"$/),
        'content-type': 'image/jpeg',
        'accept-ranges': 'bytes',
        'content-length': String(size),
        'x-content-type-options': 'nosniff',
      },
    })
    expect(answer.headers['cache-control']).toContain('max-age=')
  })

  /** Range, the status, and the first and last byte sent; negative numbers count from the end. */
  test.each<[string, number, [number, number]?]>([
    ['bytes=2-4', 206, [2, 4]],
    ['bytes=0-0', 206, [0, 0]],
    ['bytes=7-', 206, [7, -1]],
    ['bytes=-3', 206, [-3, -1]],
    ['bytes=0-99999999', 206, [0, -1]],
    ['bytes=99999999-', 416],
    ['bytes=-0', 416],
    ['bytes=4-2', 200],
    ['bytes=0-1,3-4', 200],
    ['lines=1-2', 200],
  ])('%s is %i', async (range, status, sent) => {
    const { path, answer: whole, size } = await picture()
    const answer = await service().call({ path, headers: { ...open, Range: range } })
    expect(answer.status).toBe(status)
    const [first = 0, last = -1] = (sent ?? []).map((at) => (at < 0 ? size + at : at))
    if (status === 206) {
      expect(answer.headers['content-range']).toBe(`bytes ${first}-${last}/${size}`)
      expect(Buffer.compare(answer.body, whole.body.subarray(first, last + 1))).toBe(0)
    } else if (status === 416) {
      expect(answer.headers['content-range']).toBe(`bytes */${size}`)
      expect(answer.body.length).toBe(0)
    } else expect(answer.body.length).toBe(size)
  })

  /** ETAG stands for the picture's own tag. */
  test.each<[Record<string, string>, number]>([
    [{ 'If-None-Match': 'ETAG' }, 304],
    [{ 'If-None-Match': '"two", W/ETAG' }, 304],
    [{ 'If-None-Match': '*' }, 304],
    [{ 'If-None-Match': '"two"' }, 200],
    [{ Range: 'bytes=2-4', 'If-Range': 'ETAG' }, 206],
    [{ Range: 'bytes=2-4', 'If-Range': '"other"' }, 200],
  ])('%j is %i', async (conditions, status) => {
    const { path, etag } = await picture()
    const headers = Object.fromEntries(
      Object.entries(conditions).map(([name, value]) => [name, value.replace('ETAG', etag)]),
    )
    expect((await service().call({ path, headers: { ...open, ...headers } })).status).toBe(status)
  })

  test('HEAD sends only their headers; POST gets 405', async () => {
    const { path, size } = await picture()
    const head = await service().call({ method: 'HEAD', path, headers: open })
    expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': String(size) } })
    const answer = await service().call({ method: 'POST', path, headers: open })
    complaints(answer, 405)
    expect(answer.headers.allow).toBe('GET, HEAD')
  })

  test('contain no ampersand, and addresses of earlier versions still work', async () => {
    const { path } = await picture()
    expect(path).not.toContain('&')
    const before = path.replace(/=(\d+)\./, '=$1&signature=').replace('signature', 'expires')
    expect(before).toMatch(/\?expires=\d+&signature=[\w-]+$/)
    expect((await service().call({ path: before, headers: open })).status).toBe(200)
    complaints(await service().call({ path: before.replace('&', '&amp;') }), 403)
  })

  test('a changed or expired address gets 403', async () => {
    const { path } = await picture()
    complaints(await service().call({ path: path.replace('original', 'square') }), 403)
    complaints(await service().call({ path: path.replace(/=\d+/, '=99999999999') }), 403)
    complaints(await service().call({ path: path.replace(/\d+\./, '') }), 403)
    complaints(await service().call({ path: path.replace(/\?.*/, '') }), 403)
    const { clock } = service()
    const realNow = clock.now
    clock.now = () => realNow() + 48 * 3600 * 1000
    try {
      complaints(await service().call({ path }), 403)
    } finally {
      clock.now = realNow
    }
  })
})
