import { unreachablePictureCode } from '../../../../src-shared/feeds/draft/picture-of-problem.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { isOnThisComputer } from '../../../../src-shared/values/this-computer.ts'
import type { Group } from '../../../../src-shared/vocabulary/kit/description.ts'
import { memberTrail, pathOf, type Trail, trail } from '../../../../src-shared/vocabulary/kit/path.ts'
import { workspaceSettings } from '../../../../src-shared/workspace/settings.ts'
import { type Database, settingReader } from '../../../storage/index.ts'

/**
 * Checks the addresses in a feed item: the connected service fetches each file by its address, so a picture
 * that is only on this computer is an error. A sandbox reads its own files.
 */
export function openUnreachablePictures(db: Database) {
  const settings = settingReader.open({ db })
  const isAdded = db
    .prepare<[string], number>('SELECT 1 FROM picture WHERE address = ? AND is_added = 1')
    .pluck()
  return (kind: FeedKind, item: PayloadItem, path: string): Problem[] => {
    const addresses = [...addressesOf(kind, item, path)].filter(({ url }) => isOnThisComputer(url))
    if (addresses.length === 0) return []
    const connection = workspaceSettings.connection.schema.safeParse(settings.get('connection')).data
    if (settings.get('role') !== 'connected' || !connection) return []
    const isServiceHere = isOnThisComputer(connection.address)
    // The local API serves an added picture only by a signed address, which expires.
    const message = isServiceHere
      ? say`The service cannot fetch this picture: it is kept in this workspace, which gives other programs only addresses that expire. Enter an address on the web, or remove the picture from the item.`
      : say`The service cannot fetch this picture: its address leads to this computer, which the service does not reach. Enter an address on the web, or remove the picture from the item.`
    return addresses.flatMap(({ url, at }) =>
      isServiceHere && isAdded.get(url) === undefined
        ? []
        : [{ code: unreachablePictureCode, path: at, message }],
    )
  }
}

/** The addresses that the service reads, with their paths. */
function* addressesOf(kind: FeedKind, item: PayloadItem, path: string) {
  const { payload, changes } = kinds[kind]
  for (const member of payload.item.members)
    if (changes === undefined || changes.includes(member.key))
      yield* addressesIn(payload.item, item, trail(undefined, path), member.key)
}

function* addressesIn(
  group: Group,
  value: unknown,
  at: Trail,
  only?: string,
): Generator<{ url: string; at: string }> {
  const tree: Readonly<Record<string, unknown>> = Object(value)
  for (const member of group.members) {
    const { key, type } = member
    if (tree[key] === undefined || (only !== undefined && key !== only)) continue
    const isList = Array.isArray(tree[key])
    for (const [index, entry] of [tree[key]].flat().entries()) {
      const place = memberTrail(at, member, isList ? index : undefined)
      if (type.kind === 'group') yield* addressesIn(type, entry, place)
      else if ((member.input ?? type.input) === 'url' && typeof entry === 'string')
        yield { url: entry.trim(), at: pathOf(place) }
    }
  }
}
