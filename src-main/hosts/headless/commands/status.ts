import { type Command, InvalidArgumentError } from 'commander'
import { type OutboxState, outboxStates } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import {
  type FeedShown,
  type NotShownState,
  notShownCount,
} from '../../../../src-shared/feeds/outbox/shown.ts'
import { pictureTroubleWords } from '../../../../src-shared/media/media-hosts.ts'
import { copyClaim } from '../../../../src-shared/sync/model.ts'
import { counted } from '../../../../src-shared/texts/say.ts'
import { placeWords } from '../../../../src-shared/vocabulary/place-label.ts'
import { isUnencrypted, unencryptedWarning } from '../../../../src-shared/workspace/model.ts'
import { action, answer, type CommonOptions, withCommonOptions } from '../command.ts'
import { withServices } from '../with-services.ts'
import { needsPerson, summary } from './submit.ts'
import { failedPictures } from './sync.ts'

interface StatusOptions extends CommonOptions {
  limit: number
}

export function register(desk: Command): void {
  const command = desk
    .command('status')
    .description(
      'Show how old the catalog is and what is in the outbox, or one feed with the result of each item.',
    )
    .argument('[feed]', 'identifier of a feed, ours or the service’s')
    .option('--limit <number>', 'how many feeds to list, the newest first', wholeNumber, 50)
  withCommonOptions(command).action(action(status, 'Stopped. Nothing was changed.'))
}

async function status(id: string | undefined, options: StatusOptions): Promise<undefined> {
  await withServices(options, async (services) => {
    const outbox = services.outbox()
    if (id === undefined) {
      const { role, items, connection, consentMissing, unwritable } = await services.workspace.state()
      const isPlainHttp = connection !== undefined && isUnencrypted(connection.address)
      const { completeUpTo, contradiction, itemsGone, quarantined } = await services.syncState()
      const copy = role === 'connected' && {
        completeUpTo,
        itemsNotSeen: itemsGone,
        quarantined,
        contradiction,
      }
      const troubles = role === 'connected' ? await services.media.keeping.troubles() : []
      const overview = await outbox.overview()
      const { total, feeds } = await outbox.list({ offset: 0, limit: options.limit })
      const problems = {
        ...(isPlainHttp && { isPlainHttp, consentMissing }),
        unwritable,
      }
      answer(
        options,
        {
          ...{ role, items, ...problems, ...copy, ...overview, total, feeds },
          ...(copy && { pictures: failedPictures(troubles) }),
        },
        [
          `${role} workspace, ${counted(items, 'item')}; ${counted(total, 'feed')}${inStates(overview.counts)}${overview.paused ? '; paused' : ''}.`,
          ...(copy ? [ageLine(copy)] : []),
          ...pictureTroubleWords(troubles),
          ...(isPlainHttp
            ? [`${connection.address}: ${consentMissing ? noConsent : unencryptedWarning}`]
            : []),
          ...(unwritable ? [unwritable.message] : []),
          ...feeds.map((feed) => `${feed.id}  ${feed.state.padEnd(12)} ${feed.kind.padEnd(11)} ${feed.name}`),
          ...(feeds.length < total
            ? [`The newest ${feeds.length} of ${total} feeds; see more with --limit ${total}.`]
            : []),
        ],
      )
      return
    }
    const feed = await outbox.feed({ id: (await outbox.idOf(id)) ?? id })
    // A workspace on a read-only disk keeps its last comparison.
    const isReadOnly = services.storage.way === 'frozen'
    const shown = await (isReadOnly ? outbox.shown : outbox.compareShown)({ id: feed.id })
    answer(options, { ...feed, inCatalog: shown }, [...summary(feed), ...shownLines(shown)])
  })
}

/** Maximum number of fields in the summary of a feed. */
const maxFields = 20

/** What the catalog shows of a processed feed. */
function shownLines({ state, counts, notShown }: FeedShown): string[] {
  if (state === 'unprocessed') return []
  if (!counts) return ['In the catalog: not compared yet, no sync has ended since the feed was processed.']
  const missing = notShownCount(counts)
  return [
    `In the catalog: ${counts.shown} of ${counted(counts.fields, 'field')} shown${missing > 0 ? `, ${missing} not` : ''}${counts.unseen > 0 ? `; ${counts.unseen} more cannot be compared` : ''}.`,
    ...notShown
      .slice(0, maxFields)
      .map(
        ({ name, position, labels, state: why, sent, found }) =>
          `  ${name || `item ${position + 1}`}: ${placeWords(labels)}: ${notShownReasons[why]}. Sent: ${sent}${found === '' ? '' : `. Shown: ${found}`}`,
      ),
    ...(missing > maxFields ? [`  and ${missing - maxFields} more`] : []),
  ]
}

const notShownReasons: Record<NotShownState, string> = {
  waiting: 'not shown yet',
  'left-out': 'left out by the service',
  otherwise: 'another value',
  later: 'changed later',
}

const noConsent = `${unencryptedWarning} Nothing is synced or sent until you agree: desk connect --allow-http.`

/** The number of feeds per state, without empty states, and the number that need a person. */
function inStates(counts: Record<OutboxState, number>): string {
  const parts = outboxStates.filter((state) => counts[state] > 0).map((state) => `${counts[state]} ${state}`)
  const waiting = outboxStates.reduce((sum, state) => sum + (needsPerson.has(state) ? counts[state] : 0), 0)
  const needsYou = waiting > 0 ? `; ${waiting} ${waiting === 1 ? 'needs' : 'need'} you` : ''
  return parts.length > 0 ? ` (${parts.join(', ')}${needsYou})` : ''
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It takes a whole number from 1.')
  return Number(text)
}

/** A line about the age of the copy, items no longer listed by the service, and the quarantine. */
function ageLine({
  completeUpTo,
  itemsNotSeen,
  quarantined,
  contradiction,
}: {
  completeUpTo: string | undefined
  contradiction?: { said: number; given: number }
  itemsNotSeen: number
  quarantined: number
}): string {
  const parts = [
    completeUpTo === undefined
      ? 'The copy has never been complete'
      : `${copyClaim({ contradiction, quarantined }).sentence} ${completeUpTo}`,
    ...(itemsNotSeen > 0 ? [`${itemsNotSeen} items no longer listed (kept)`] : []),
    ...(contradiction
      ? [`the service announced ${contradiction.said} items, but sent ${contradiction.given}`]
      : []),
    ...(quarantined > 0
      ? [
          `${quarantined} ${quarantined === 1 ? 'page or item' : 'pages or items'} in quarantine: desk quarantine`,
        ]
      : []),
  ]
  return `${parts.join('; ')}.`
}
