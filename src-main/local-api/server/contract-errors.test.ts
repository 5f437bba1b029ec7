import { expect, test } from 'vitest'
import { refusedBodies, refusedCalls, refusedMethods } from '../../testing/contract-cases/refused-cases.ts'
import { answered, callOf, complaints, post } from '../../testing/local-api/contract-answers.ts'
import { describeContract } from '../../testing/local-api/contract-service.ts'

describeContract((service) => {
  test.each(refusedCalls)('%s: %s is %i', async (_name, line, status, names, headers) => {
    expect(complaints(await service().call(callOf(line, headers)), status)).toEqual(names)
  })

  test.each(refusedBodies)('%s is 400', async (_name, line, body, name, headers = {}) => {
    const call = callOf(line, { 'Content-Type': 'application/xml', ...headers }, body)
    expect(complaints(await service().call(call), 400)[0]).toBe(name)
  })

  test.each(refusedMethods)('%s is 405 with the allowed methods', async (line, allow) => {
    const answer = await service().call(callOf(line))
    complaints(answer, 405)
    expect(answer.headers.allow).toBe(allow)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('HEAD is answered like GET without a body', async () => {
    const get = await service().call(callOf('GET /v2.1/item?q=tea'))
    const head = await service().call(callOf('HEAD /v2.1/item?q=tea'))
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect(await service().call(callOf('HEAD /v2.1/item'))).toMatchObject({ status: 400, text: '' })
  })

  test('a body over 16 MB is 413, with or without a declared length', async () => {
    const tooLarge = Buffer.alloc(16 * 1024 * 1024 + 1, ' ')
    complaints(await service().call(post('/v2.1/feed/items', tooLarge)), 413)
    complaints(
      await service().call(post('/v2.1/feed/items', tooLarge, { 'Transfer-Encoding': 'chunked' })),
      413,
    )
  })

  test.each(['127.0.0.1', 'localhost', '[::1]'])('the service can be addressed as %s', async (name) => {
    const headers = { Host: `${name}:${service().port}`, Origin: `http://${name}:${service().port}` }
    answered('brand', await service().call(callOf('GET /v2/brand', headers)))
  })
})
