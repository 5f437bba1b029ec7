/** For each condition: its name, its effect on a client, and its initial value when switched on. */
import { plural, t } from '@lingui/core/macro'
import type {
  LocalApiConditionName,
  LocalApiConditions,
} from '../../../../src-shared/local-api/conditions.ts'
import { plainNumber, wholeNumber } from '../../../ui/text/words.ts'

/** The number input of a condition. */
export interface ConditionNumber {
  label: string
  /** The unit, shown after the field. */
  unit: string
  /** Minimum and maximum of the number. */
  lowest: number
  highest?: number
  whole: boolean
  /** Entered units per stored unit: 100 for a share that is entered in per cent. */
  scale: number
  /** Numbers offered as buttons. */
  presets: readonly number[]
}
interface ConditionWords<Name extends LocalApiConditionName = LocalApiConditionName> {
  label: string
  help: string
  /** Initial value when the condition is switched on. */
  initial: NonNullable<LocalApiConditions[Name]>
  /** Absent for a condition that is only on or off. */
  number?: ConditionNumber
  /** Short text for the banner, such as `latency 500 ms`. */
  shortText: (value: NonNullable<LocalApiConditions[Name]>) => string
}

const share = (label: string): ConditionNumber => ({
  label,
  unit: '%',
  lowest: 0.1,
  highest: 100,
  whole: false,
  scale: 100,
  presets: [5, 25, 100],
})
/** A share in per cent, rounded to one decimal place. */
const percent = (value: number) => `${plainNumber(Math.round(value * 1000) / 10)} %`

export const conditionWords: { [Name in LocalApiConditionName]: ConditionWords<Name> } = {
  dailyItemLimit: {
    label: t`Daily item limit`,
    help: t`A user may download this many item records in a UTC day; after that, item searches are refused with status 406. A user’s own limit comes first.`,
    initial: 1000,
    number: {
      label: t`Items in a day`,
      unit: t`items`,
      lowest: 0,
      whole: true,
      scale: 1,
      presets: [0, 100, 1000],
    },
    shortText: (value) => t`limit of ${plural(value, { one: '# item', other: '# items' })} a day`,
  },
  mostItems: {
    label: t`Smaller answers`,
    help: t`An item search is answered with at most this many records, whatever its limit asks for; count tells how many came. Otherwise the most is 50,000.`,
    initial: 1000,
    number: {
      label: t`Items in an answer`,
      unit: t`items`,
      lowest: 1,
      highest: 1_000_000,
      whole: true,
      scale: 1,
      presets: [10, 100, 1000],
    },
    shortText: (value) => t`at most ${plural(value, { one: '# item', other: '# items' })} in an answer`,
  },
  maintenance: {
    label: t`Maintenance`,
    help: t`Every call is refused with status 503, to be tried again after 120 seconds.`,
    initial: true,
    shortText: () => t`maintenance`,
  },
  latency: {
    label: t`Latency`,
    help: t`Every answer is delayed by this long.`,
    initial: 500,
    number: {
      label: t`Delay`,
      unit: 'ms',
      lowest: 1,
      highest: 60_000,
      whole: true,
      scale: 1,
      presets: [100, 500, 3000],
    },
    shortText: (value) => t`latency ${wholeNumber(value)} ms`,
  },
  errorRate: {
    label: t`Failing calls`,
    help: t`This share of all calls fails with status 500.`,
    initial: 0.1,
    number: share(t`Share of calls`),
    shortText: (value) => t`${percent(value)} of calls fail`,
  },
  lostAcknowledgementRate: {
    label: t`Lost acknowledgements`,
    help: t`This share of feeds is kept, but the connection is cut before the acknowledgement: the client cannot know.`,
    initial: 0.5,
    number: share(t`Share of feeds`),
    shortText: (value) => t`${percent(value)} of acknowledgements lost`,
  },
  ingestionRate: {
    label: t`Slow ingestion`,
    help: t`Feeds are processed at this pace, so that clients see RECEIVED and INPROGRESS. With 0 they wait.`,
    initial: 1,
    number: {
      label: t`Items in a second`,
      unit: t`items/s`,
      lowest: 0,
      whole: false,
      scale: 1,
      presets: [0, 1, 20],
    },
    shortText: (value) =>
      value === 0
        ? t`ingestion halted`
        : t`ingestion ${plural(value, { one: '# item', other: '# items' })} a second`,
  },
  searchWithoutSelector: {
    label: t`Search without a selector`,
    help: t`An item search that selects nothing gets all items instead of status 400.`,
    initial: true,
    shortText: () => t`search without a selector`,
  },
}

/** Short text for an active condition. */
export function conditionInWords(name: LocalApiConditionName, values: LocalApiConditions): string {
  const value = values[name]
  // The table maps each name to its own type of value; TypeScript cannot follow that through a variable.
  const { shortText } = conditionWords[name] as ConditionWords
  return value === null ? '' : shortText(value as never)
}
