import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { acquireProcessLock } from '../../storage/index.ts'
import { type ImportWorkspace, openImportWorkspace } from '../fixtures/import-workspace.ts'
import { importWriter } from './import-writer.ts'

let opened: ImportWorkspace
beforeEach(async () => {
  opened = await openImportWorkspace()
})
afterEach(() => opened.close())
const file: ImportWorkspace['file'] = (...given) => opened.file(...given)

describe('jobs', () => {
  const many = (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => `{"code":"${index}","name":"Tea"}`)
    return file(`{"code":"4006381333931","name":"Tea"}\n${rows.join('\n')}`, 'many.jsonl')
  }

  test('stops a cancelled job, keeps the imported items, and reports progress', async () => {
    const heard: string[] = []
    const path = many(60_000)
    let cancelled: Promise<unknown> | undefined
    const { id } = await opened.imports.start({ file: path, target: 'catalog' })
    const unsubscribe = opened.workspace.storage.changes.subscribe(({ changes }) => {
      for (const { topic, ids } of changes) if (topic === 'imports') heard.push(...(ids ?? []))
      cancelled ??= opened.imports.cancel({ id })
    })
    const job = await opened.imports.finished({ id })
    await cancelled
    unsubscribe()
    expect(new Set(heard)).toEqual(new Set([id]))
    expect(job).toMatchObject({ state: 'cancelled', created: 1, note: expect.stringContaining('Cancelled') })
    expect(job.rowsRead).toBeLessThan(60_000)
    expect(job.rejected).toBe(job.rowsRead - 1)
    expect(await opened.imports.cancel({ id })).toEqual(job)
    expect((await opened.imports.rejected({ id, offset: 0, limit: 1 })).total).toBe(job.rejected)
  })

  test('runs one import at a time across processes', async () => {
    const path = many(20_000)
    const { id } = await opened.imports.start({ file: path, target: 'catalog' })
    await expect(opened.imports.start({ file: path, target: 'catalog' })).rejects.toMatchObject({
      code: 'IMPORT_RUNNING',
    })
    await opened.imports.cancel({ id })
    const elsewhere = acquireProcessLock(opened.workspace.directory, 'import')
    await expect(opened.imports.start({ file: path, target: 'catalog' })).rejects.toMatchObject({
      code: 'IMPORT_RUNNING',
    })
    elsewhere?.release()
    await opened.imports.cancel({ id: (await opened.imports.start({ file: path, target: 'catalog' })).id })
    expect((await opened.imports.jobs()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  })

  test('marks an interrupted job as failed after a restart, but not a job that runs in another process', async () => {
    const begin = () =>
      opened.workspace.storage.writer(importWriter).begin({
        id: 'lost',
        file: 'a.csv',
        target: 'catalog',
        dry: false,
        plan: {
          mapping: {},
          numbers: { columns: {} },
          seen: [],
          names: { choices: {}, target: 'catalog', sandbox: true },
        },
        chosen: {},
        bytesTotal: 9,
      })
    await begin()
    const elsewhere = acquireProcessLock(opened.workspace.directory, 'import')
    await opened.restart()
    expect(await opened.imports.jobs()).toMatchObject([{ id: 'lost', state: 'running' }])
    elsewhere?.release()
    await opened.restart()
    expect(await opened.imports.jobs()).toMatchObject([
      {
        id: 'lost',
        state: 'failed',
        endedAt: expect.any(String),
        note: expect.stringContaining('program ended'),
      },
    ])
  })

  test('does not suggest resuming an import that has not added anything to a draft', async () => {
    await opened.workspace.storage.writer(importWriter).begin({
      id: 'lost',
      file: 'a.csv',
      target: 'drafts',
      dry: false,
      plan: {
        mapping: {},
        numbers: { columns: {} },
        seen: [],
        names: { choices: {}, target: 'drafts', sandbox: true },
      },
      chosen: {},
      bytesTotal: 9,
    })
    await opened.restart()
    expect(await opened.imports.jobs()).toMatchObject([
      { note: expect.stringMatching(/are kept in its draft\.$/) },
    ])
  })

  test('cancels the running import on close', async () => {
    const { id } = await opened.imports.start({ file: many(60_000), target: 'catalog' })
    await opened.imports.close()
    expect(await opened.imports.finished({ id })).toMatchObject({
      state: 'cancelled',
      note: expect.stringContaining('closed'),
    })
  })

  test('throws for an unknown job', async () => {
    const unknown = { code: 'IMPORT_NOT_FOUND' }
    await expect(opened.imports.finished({ id: 'none' })).rejects.toMatchObject(unknown)
    await expect(opened.imports.cancel({ id: 'none' })).rejects.toMatchObject(unknown)
    await expect(opened.imports.rejected({ id: 'none', offset: 0, limit: 1 })).rejects.toMatchObject(unknown)
  })
})
