import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { openServices } from '../testing/headless-services.ts'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'

test('moves a sample service whose port is taken to another port, without contacting the other program', async () => {
  const directory = temporaryDirectory()
  const first = await openServices(directory)
  await first.workspace.startSample()
  const before = (await first.workspace.state()).sampleService?.address ?? ''
  await first.close()

  const heard: unknown[] = []
  const other = createServer(({ url, headers }, response) => {
    heard.push({ url, headers })
    response.writeHead(400).end()
  })
  other.listen(Number(new URL(before).port), '127.0.0.1')
  await once(other, 'listening')
  const again = await openServices(directory)
  try {
    await again.startBackgroundWork()
    const { connection, sampleService } = await again.workspace.state()
    expect(sampleService?.address).not.toBe(before)
    expect(connection?.address).toBe(sampleService?.address)
    await expect.poll(async () => (await again.outbox().overview()).reachable).toBe(true)
    expect(heard).toEqual([])
  } finally {
    await again.close()
    other.close()
  }
})
