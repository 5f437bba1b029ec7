/** A program that a trial asks as its page does, and what holds of its workspace after any kill. */
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

/** How long anything may take that has to come to an end by itself, in milliseconds. */
const patience = 120_000

/** Asks until there is an answer. @throws when there is none in time */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const started = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    assert.ok(performance.now() - started < patience, `${what} does not come to an end`)
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

/** Names of files that no ended work may leave: of the workspace, and of copies of it beside it. */
function leftovers(directory: string, isNew: boolean): string[] {
  const within = globSync('**/*{.new,.unfinished}', { cwd: directory })
  const beside = readdirSync(dirname(directory)).filter((name) =>
    name.startsWith(`${basename(directory)}.restoring-`),
  )
  // A file that was uploaded is kept for another try as long as the program runs.
  const uploads = isNew ? globSync(join(directory, 'uploads/*')) : []
  return [...within, ...beside, ...uploads]
}

/**
 * What holds of every workspace once the program has been started again: no finding of the check, no draft whose check
 * does not come to an end, no import that goes on without a program, and no file left.
 * @param options.isNew whether the program has not been asked to do anything since it was started
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
