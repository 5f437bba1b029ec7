import { type Command, Option } from 'commander'
import {
  contradictingKinds,
  type EvidenceState,
  type FindingKind,
  type FindingRow,
  findingKinds,
} from '../../../../src-shared/evidence/model.ts'
import type { FindingsFormat } from '../../../../src-shared/export/model.ts'
import { counted } from '../../../../src-shared/texts/say.ts'
import type { Services } from '../../../app/app.ts'
import { action, answer, type CommonOptions, withCommonOptions } from '../command.ts'
import { exportPath, writeExport } from '../page/write-export.ts'
import { onStop } from '../stop.ts'
import { progressLine } from '../terminal.ts'
import { withServices } from '../with-services.ts'

const formats = { csv: 'findings-csv', xlsx: 'findings-xlsx' } as const satisfies Record<
  string,
  FindingsFormat
>

interface EvidenceOptions extends CommonOptions {
  items?: string[]
  to?: string
  format: keyof typeof formats
  force: boolean
  kind?: FindingKind
  redo: boolean
  clear: boolean
}

/** Findings listed at a time. */
const pageSize = 200

export function register(desk: Command): void {
  const command = desk
    .command('evidence')
    .description(
      'Read the codes and the text in the stored pictures that have not been read yet, and show where pictures and records differ.',
    )
    .option('--items <id...>', 'only these items, by identifier')
    .addOption(new Option('--kind <kind>', 'only findings of this kind').choices(findingKinds))
    .addOption(new Option('--to <file>', 'write the findings to this file; - writes to standard output'))
    .addOption(
      new Option('--format <format>', 'with --to: the kind of table')
        .choices(Object.keys(formats))
        .default('csv'),
    )
    .option('--force', 'with --to: replace an existing file', false)
    .option('--redo', 'read all pictures again', false)
    .addOption(
      new Option('--clear', 'delete everything that was read, and read nothing')
        .default(false)
        .conflicts(['items', 'kind', 'redo', 'to']),
    )
  withCommonOptions(command).action(
    action(readEvidence, 'Stopped. The next call continues with the pictures that were not read.'),
  )
}

async function readEvidence(options: EvidenceOptions): Promise<number> {
  const { items: itemIds, kind, to } = options
  const path = to === undefined ? undefined : exportPath(to, options)
  const line = progressLine()
  const stopped = new AbortController()
  const { state, findings, isWritten } = await withServices(options, async ({ evidence, exports }) => {
    if (options.clear) return { state: await evidence.clear(), findings: [], isWritten: false }
    onStop(() => stopped.abort(new Error('Stopped')))
    // Identifiers are checked before the work, which may take long.
    if (itemIds) await findingsOfItems(evidence, itemIds)
    if (options.redo) await evidence.clear()
    await evidence.settle({
      signal: stopped.signal,
      ...(itemIds && { itemIds }),
      onProgress: ({ step, ...progress }) => line.show({ phase: step, ...progress }),
    })
    if (to !== undefined) {
      line.clear()
      const opened = await exports.openFindings({
        format: formats[options.format],
        ...(kind && { kinds: [kind] }),
        ...(itemIds && { itemIds }),
      })
      await writeExport(opened, path, { format: options.format }, options.json)
    }
    const found = itemIds ? await findingsOfItems(evidence, itemIds) : await allFindings(evidence, kind)
    return {
      state: await evidence.state(),
      findings: kind === undefined ? found : found.filter((one) => one.kind === kind),
      isWritten: to !== undefined,
    }
  }).finally(line.clear)
  if (options.clear) {
    answer(options, result(state, findings), ['Everything that was read in pictures is deleted.'])
    return 0
  }
  if (!isWritten)
    answer(options, result(state, findings), [
      ...findings.filter((finding) => isShown(finding, kind)).map(findingLine),
      summary(state),
    ])
  return findings.some((finding) => contradictingKinds.has(finding.kind)) ? 1 : 0
}

/** What supports the record, and rules for pictures, of which a catalog breaks thousands, are shown on request. */
const isShown = (finding: FindingRow, kind: FindingKind | undefined): boolean =>
  kind !== undefined || finding.kind === 'unreadable' || contradictingKinds.has(finding.kind)

const result = ({ pictures, read, unreadable, counts }: EvidenceState, findings: FindingRow[]) => ({
  ...{ pictures, read, unreadable, counts, findings },
})

const findingLine = ({ item, view, message }: FindingRow): string =>
  `${item.id} ${item.name}: ${view === '' ? '' : `${view}: `}${message}`

function summary({ pictures, read, unreadable, counts }: EvidenceState): string {
  const codes = counts['right-code'] + counts['other-item'] + counts['unknown-code']
  const words = [
    `${read} of ${counted(pictures, 'picture')} read`,
    `${counted(codes, 'code')} found`,
    `${counts['right-code']} right`,
    `${counts['other-item']} of other items`,
    `${counts['unknown-code']} unknown`,
    `${counted(counts['label-found'], 'value')} of labels right`,
    `${counts['label-differs']} different`,
    `${counted(counts.allergen, 'allergen')} only on labels`,
    `${counted(counts.check, 'rule')} for pictures broken`,
    ...(unreadable > 0 ? [`${counted(unreadable, 'picture')} cannot be read`] : []),
  ]
  return `${words.join(', ')}.`
}

/** @throws PlainError `ITEM_NOT_FOUND` */
async function findingsOfItems(
  evidence: Services['evidence'],
  itemIds: readonly string[],
): Promise<FindingRow[]> {
  const found: FindingRow[] = []
  for (const itemId of itemIds) {
    const { name, findings } = await evidence.ofItem({ itemId })
    found.push(...findings.map((finding) => ({ ...finding, item: { id: itemId, name } })))
  }
  return found
}

async function allFindings(
  evidence: Services['evidence'],
  kind: FindingKind | undefined,
): Promise<FindingRow[]> {
  const all: FindingRow[] = []
  let place: Awaited<ReturnType<typeof evidence.after>>['last']
  do {
    const { findings, last } = await evidence.after({ ...(kind && { kinds: [kind] }) }, place, pageSize)
    all.push(...findings)
    place = last
  } while (place)
  return all
}
