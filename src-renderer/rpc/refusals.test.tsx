import { expect, test } from 'vitest'
import { refusalStatus, refusalsHeader } from '../../src-shared/rpc/refusals.ts'

test('a refusal that is sent with the status 200 is an error with its own status', async () => {
  const { client } = await import('./client.ts')
  const before = window.fetch
  let asked: string | null = null
  window.fetch = async (input) => {
    asked = (input as Request).headers.get(refusalsHeader)
    const error = { defined: false, code: 'EMPTY', status: refusalStatus, message: 'Nothing to export.' }
    return new Response(JSON.stringify({ json: error }), {
      headers: { 'content-type': 'application/json', [refusalsHeader]: String(refusalStatus) },
    })
  }
  try {
    await expect(client.workspace.state()).rejects.toMatchObject({
      ...{ code: 'EMPTY', status: refusalStatus },
      message: 'Nothing to export.',
    })
    expect(asked).not.toBeNull()
  } finally {
    window.fetch = before
  }
})
