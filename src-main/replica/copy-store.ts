import type { LookupKind } from '../../src-shared/catalog/model.ts'
import { openCatalogWriter } from '../catalog/index.ts'
import type { ChangeAnswer, HubState, LoggedChange } from '../local-api/index.ts'
import { pictureWriter } from '../media/index.ts'
import { defineReader, defineWriter, type ReplicaChangeRow, type ReplicaStateRow } from '../storage/index.ts'

/** How far the copy is. */
export interface CopyPosition {
  /** The log of the hub, and the last applied number of it; '' and 0 before the first answer. */
  log: string
  number: number
  /** Whether everything is copied anew. */
  isCopying: boolean
  /** Whether the hub had further changes than those applied. */
  isPartial: boolean
  state: HubState | undefined
}

export const copyReader = defineReader('replica/copy', ({ db }) => {
  const row = db.prepare<[], ReplicaStateRow>('SELECT * FROM replica_state')
  return {
    position(): CopyPosition {
      const found = row.get()
      return {
        log: found?.log ?? '',
        number: found?.number ?? 0,
        isCopying: found === undefined || found.copy_after !== null,
        isPartial: found?.is_partial !== 0,
        state: found?.state ? (JSON.parse(found.state) as HubState) : undefined,
      }
    },
  }
})

type Of<Kind extends LoggedChange['kind']> = Extract<LoggedChange, { kind: Kind }>

/** Writes the changes of the hub. The log of this workspace must have begun. */
export const copyWriter = defineWriter('replica/copy', (context) => {
  const { db, record } = context
  const catalog = openCatalogWriter(context)
  const pictures = pictureWriter.open(context)
  const current = db.prepare<[], Pick<ReplicaStateRow, 'copy_after' | 'is_partial'>>(
    'SELECT copy_after, is_partial FROM replica_state',
  )
  const advance = db.prepare(`
    UPDATE replica_state SET log = @log, number = @number, is_partial = @isPartial, state = coalesce(@state, state),
      copy_after = CASE WHEN @isPartial THEN copy_after END`)
  const begin = db.prepare(`
    INSERT INTO replica_state (only, copy_after) VALUES (1, (SELECT coalesce(max(number), 0) FROM replica_change))
    ON CONFLICT DO UPDATE SET log = '', number = 0, is_partial = 1, copy_after = excluded.copy_after`)
  const isVerified = db.prepare<[string], number>('SELECT verified FROM item WHERE id = ?').pluck()
  const unlog = db.prepare('DELETE FROM replica_change WHERE kind = ? AND key = ?')
  const logAgain = db.prepare('INSERT INTO replica_change (kind, key) VALUES (?, ?)')
  const notReceived = db.prepare<[number], Pick<ReplicaChangeRow, 'kind' | 'key'>>(
    'SELECT kind, key FROM replica_change WHERE number <= ?',
  )

  function putItems(items: Of<'item'>[]): void {
    const present = items.filter(({ body }) => body !== null)
    if (present.length > 0) catalog.putItems(present.map(({ body }) => Buffer.from(body ?? '')))
    for (const wanted of [true, false]) {
      const differing = present.filter(
        ({ key, verified }) => verified === wanted && isVerified.get(key) !== Number(wanted),
      )
      if (differing.length > 0)
        catalog.setVerified(
          differing.map(({ key }) => key),
          wanted,
        )
    }
    removeItems(items.filter(({ body }) => body === null).map(({ key }) => key))
  }
  function removeItems(ids: string[]): void {
    const present = ids.filter((id) => isVerified.get(id) !== undefined)
    if (present.length > 0) catalog.removeItems(present)
  }
  function putLookups(entries: Of<LookupKind>[]): void {
    for (const [kind, changed] of groupsOf(entries)) {
      const named = changed.flatMap(({ key: id, name }) => (name === null ? [] : [{ id, name }]))
      catalog.putLookups(kind, named)
      catalog.removeLookups(
        kind,
        changed.filter(({ name }) => name === null).map(({ key }) => key),
      )
    }
  }
  function putPictures(changed: Of<'picture'>[]): void {
    pictures.put(changed.flatMap(({ key: url, picture }) => (picture ? [{ url, ...picture }] : [])))
    pictures.forget(changed.filter(({ picture }) => picture === null).map(({ key }) => key))
  }

  return {
    /** Begins a full copy: what the hub does not name until its end is removed then. */
    begin: (): void => void begin.run(),
    /** Applies the changes of one answer, with the position after them. */
    apply({ log, number, more, state, changes }: ChangeAnswer): void {
      const before = current.get()
      if (!before) throw new Error('No copy has begun.')
      const items = changes.filter((change) => change.kind === 'item')
      const addresses = changes.filter((change) => change.kind === 'picture')
      putItems(items)
      putPictures(addresses)
      putLookups(changes.filter((change) => change.kind !== 'item' && change.kind !== 'picture'))
      if (before.copy_after !== null) {
        for (const { kind, key } of changes) {
          unlog.run(kind, key)
          logAgain.run(kind, key)
        }
        if (!more) removeOthers(before.copy_after)
      }
      advance.run({ log, number, isPartial: Number(more), state: state ? JSON.stringify(state) : null })
      if (state || before.is_partial !== Number(more)) record({ topic: 'workspace' })
    },
  }

  function removeOthers(copyAfter: number): void {
    const others = notReceived.all(copyAfter)
    const of = (wanted: string) => others.filter(({ kind }) => kind === wanted).map(({ key }) => key)
    removeItems(of('item'))
    pictures.forget(of('picture'))
    for (const kind of new Set(others.map(({ kind }) => kind)))
      if (kind !== 'item' && kind !== 'picture') catalog.removeLookups(kind as LookupKind, of(kind))
  }
})

const groupsOf = (entries: Of<LookupKind>[]): Map<LookupKind, Of<LookupKind>[]> =>
  Map.groupBy(entries, ({ kind }) => kind)
