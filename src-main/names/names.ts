import type { namesContract } from '../../src-shared/names/contract.ts'
import type { Room } from '../../src-shared/rpc/procedure.ts'
import type { Storage } from '../storage/index.ts'
import { decisionReader, decisionWriter } from './decision-store.ts'

export type Names = ReturnType<typeof createNames>

/** Decisions about names in one workspace. */
export function createNames(storage: Storage) {
  const reader = storage.reader(decisionReader)
  const writer = storage.writer(decisionWriter)
  return {
    decided: async ({ kind }) => ({ count: await reader.count(kind) }),
    remember: ({ kind, decisions }) => writer.remember(kind, decisions),
    forget: async ({ kind, names }) => ({ forgotten: await writer.forget(kind, names) }),
  } satisfies Room<typeof namesContract>
}
