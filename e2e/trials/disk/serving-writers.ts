/** Calls of a page that make the running app write while its disk fails. */
import assert from 'node:assert/strict'
import { type RunningDesk, startDesk } from '../../support/programs/desk.ts'
import { type Calls, callsOf } from '../../support/rpc.ts'
import { checkFolder } from '../kills/check-folder.ts'

/** Each can be repeated. */
export const servingWriters: Record<string, (calls: Calls) => Promise<unknown>> = {
  'draft, over rpc': async ({ feeds }) => {
    const xml = `<items><!-- ${'x'.repeat(100_000)} --></items>`
    return feeds.createDraft({ kind: 'create', xml })
  },
  'settings, over rpc': async ({ sync }) => sync.setSettings({ ...(await sync.settings()), concurrency: 3 }),
  'certificate, over rpc': ({ localApi }) => localApi.renewCertificate(),
  'password of a client, over rpc': async ({ localApi }) => {
    const [user] = await localApi.users()
    return localApi.rotatePassword({ username: user?.username ?? '' })
  },
}

interface ServingOptions {
  workspace: string
  environment: Record<string, string>
  begin(): void
  end(): void
}

/**
 * @returns the error message of the page's call, or undefined if it succeeded
 * @throws when the message is missing, or when the workspace is damaged afterwards
 */
export async function writeWhileServing(
  write: (calls: Calls) => Promise<unknown>,
  { workspace, environment, begin, end }: ServingOptions,
): Promise<string | undefined> {
  const running = await startIn(environment, workspace)
  let message: string | undefined
  try {
    const calls = await callsOf(running.ui)
    begin()
    try {
      await write(calls)
    } catch (error) {
      message = error instanceof Error ? error.message : String(error)
    }
    end()
    await write(calls)
  } finally {
    end()
    assert.equal(await running.stop(), 0, 'it did not end in order')
  }
  await checkFolder(workspace)
  return message
}

/** Sets the environment for the started program only. */
async function startIn(environment: Record<string, string>, workspace: string): Promise<RunningDesk> {
  const before = { ...process.env }
  Object.assign(process.env, environment)
  try {
    return await startDesk('--data', workspace)
  } finally {
    for (const name of Object.keys(environment)) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
}
