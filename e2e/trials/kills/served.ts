/** A running program that a trial calls as its page does, and the checks of its workspace after a kill. */
import assert from 'node:assert/strict'
import { globSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Draft } from '../../../src-shared/feeds/draft/model.ts'
import { checkWorkspace } from '../../support/check-workspace.ts'
import { type RunningDesk, startDesk } from '../../support/programs/desk.ts'
import { type Calls, enter, upload } from '../../support/rpc.ts'

export interface Served {
  running: RunningDesk
  directory: string
  calls: Calls
  /** @returns the path to import the file from */
  upload(name: string, text: string): Promise<string>
}

export async function serve(directory: string): Promise<Served> {
  const running = await startDesk('--data', directory)
  const { calls, pass } = await enter(running.ui)
  return { running, directory, calls, upload: (name, text) => upload(running.ui, pass, name, text) }
}

/** Milliseconds within which every background task must end. */
const maxMilliseconds = 120_000

/** Polls until there is a value. @throws when there is none in time */
export async function until<T>(name: string, poll: () => Promise<T | undefined>): Promise<T> {
  const started = performance.now()
  for (;;) {
    const answer = await poll()
    if (answer !== undefined) return answer
    assert.ok(performance.now() - started < maxMilliseconds, `${name} does not end`)
    await delay(20)
  }
}

/** All drafts of the list. */
export async function draftsOf({ calls }: Served): Promise<Draft[]> {
  const all: Draft[] = []
  for (;;) {
    const { drafts, total } = await calls.feeds.drafts({ offset: all.length, limit: 200 })
    all.push(...drafts)
    if (all.length >= total || drafts.length === 0) return all
  }
}

/** The texts of one column of a draft, in the order of its items. */
export async function columnOf({ calls }: Served, id: string, column: string): Promise<string[]> {
  const all: string[] = []
  for (;;) {
    const window = { id, selection: {}, offset: all.length, limit: 1000, columns: [column] }
    const { rows, total } = await calls.feeds.draftRows(window)
    all.push(...rows.map(({ cells }) => cells[0] ?? ''))
    if (all.length >= total || rows.length === 0) return all
  }
}

/** Names of files that finished work must not leave: in the workspace, and of copies next to it. */
function leftovers(directory: string, isNew: boolean): string[] {
  const within = globSync('**/*{.new,.unfinished}', { cwd: directory })
  const beside = readdirSync(dirname(directory)).filter((name) =>
    name.startsWith(`${basename(directory)}.restoring-`),
  )
  // An uploaded file is kept for another attempt while the program runs.
  const uploads = isNew ? globSync(join(directory, 'uploads/*')) : []
  return [...within, ...beside, ...uploads]
}

/**
 * Checks a workspace after a restart of the program: no finding of the check, every draft check ends, no
 * import is marked running without a program, and no file is left.
 * @param options.isNew whether no call was made since the program was started
 */
export async function expectInOrder(served: Served, { isNew = true } = {}): Promise<void> {
  const { calls, directory } = served
  await until('the check of a draft', async () =>
    (await draftsOf(served)).every(({ uncheckedCount }) => uncheckedCount === 0) ? true : undefined,
  )
  const jobs = await calls.imports.jobs()
  assert.deepEqual(
    jobs.filter(({ state }) => state === 'running'),
    [],
    'an import goes on without a program',
  )
  await until('the rebuild', async () => ((await calls.upkeep.state()).running ? undefined : true))
  const outcome = await checkWorkspace(calls)
  assert.deepEqual(outcome?.findings, [], `check of ${directory}`)
  assert.deepEqual(leftovers(directory, isNew), [], 'files are left over')
}
