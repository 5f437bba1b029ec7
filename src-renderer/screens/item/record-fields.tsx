import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createContext, Fragment, type ReactNode, useContext } from 'react'
import type { Group, Member } from '../../../src-shared/vocabulary/kit/description.ts'
import type { AnyValue, Unknown } from '../../../src-shared/vocabulary/kit/value.ts'
import { termOf } from '../../form/fields/term-of.ts'
import { Absent, type Entry, KeyValue, Measures } from '../../ui/layout/key-value.tsx'
import { Section } from '../../ui/layout/panel.tsx'
import { copyableOf, hasContent, inputOf } from './field-text.ts'
import { LeafValue } from './leaf-value.tsx'

/**
 * Renders any part of a record by its description in the vocabulary: each member that has a value, with its
 * label; one line that names the members without a value; and the unknown parts. Nothing is hidden, and a new
 * field of the vocabulary appears without a change here.
 */

const isText = (member: Member): boolean => member.type.kind === 'leaf' && member.cardinality !== 'list'

/**
 * Whether a group has a text and only text members. It is shown as one line, such as a brand with its
 * identifier.
 */
export const isLine = (group: Group): boolean => group.text !== undefined && group.members.every(isText)

/**
 * Whether a group has only text members. A list of such groups is shown as a small table, such as refunds by
 * region.
 */
const isRow = (group: Group): boolean => group.text === undefined && group.members.every(isText)

/** Whether a group is a number with a unit, such as a length. It is shown as one line. */
export const isMeasure = (group: Group): boolean =>
  group.members.map(({ key }) => key).join() === 'measure,uom'

/** Whether a member is one number with a unit. Several of them are shown side by side. */
const isSingleMeasure = ({ type, cardinality }: Member): boolean =>
  type.kind === 'group' && cardinality !== 'list' && isMeasure(type)

/** Whether a member is too large to fit next to its label. It is then shown below a title at full width. */
const isBlock = ({ type, cardinality }: Member): boolean => {
  if (type.kind === 'leaf' || isLine(type) || isMeasure(type)) return false
  return cardinality !== 'list' || !isRow(type)
}

/** Whether technical members are omitted here because `identifiersOf` lists them, as on the product sheet. */
const IdentifiersAside = createContext(false)
export const IdentifiersAsideProvider = IdentifiersAside.Provider

/** Whether a member is technical: needed by programs, not by readers. */
const isTechnical = (member: Member): boolean =>
  member.place === 'attribute' &&
  (member.key === 'sequence' ||
    (member.key === 'type' && member.options === undefined) ||
    inputOf(member) === 'identifier')

interface RecordFieldsProps {
  group: Group
  value: AnyValue
  /** Only these members; absent means all. */
  only?: readonly string[]
  /** Members that are rendered elsewhere. */
  except?: readonly string[]
  /** Title above these fields. If it equals the label of a single block, that block has no title. */
  under?: string
}

export function RecordFields({ group, value, only, except = [], under }: RecordFieldsProps) {
  const isAside = useContext(IdentifiersAside)
  const chosen = group.members.filter(
    (member) =>
      (only === undefined || only.includes(member.key)) &&
      !except.includes(member.key) &&
      !(isAside && isTechnical(member)),
  )
  // Elements come before attributes.
  const members = [
    ...chosen.filter((member) => member.place !== 'attribute'),
    ...chosen.filter((member) => member.place === 'attribute'),
  ]
  const given = members.filter((member) => hasContent(value[member.key]))
  // Absent compliance flags are not named, because most products have none.
  const absent = members.filter((member) => !hasContent(value[member.key]) && member.section !== 'compliance')
  const measured = given.filter(isSingleMeasure)
  const measures = measured.length > 1 ? measured : []
  const lines = given.filter((member) => !isBlock(member) && !measures.includes(member))
  const blocks = given.filter(isBlock)
  const entryOf = (member: Member): Entry => ({
    label: member.label,
    value: <MemberValue member={member} value={value[member.key]} />,
    term: isAside ? termOf(member) : undefined,
    copied: isAside ? copyableOf(member, value[member.key]) : undefined,
  })
  return (
    <div className="flex flex-col gap-2">
      {measures.length > 0 && <Measures entries={measures.map(entryOf)} />}
      {lines.length > 0 && <KeyValue entries={lines.map(entryOf)} />}
      {blocks.map((member) => (
        <Section
          key={member.key}
          title={(given.length > 1 || member.label !== under) && member.label}
          className="not-first:mt-2"
        >
          <MemberValue member={member} value={value[member.key]} />
        </Section>
      ))}
      {absent.length > 0 && (
        <p className="text-xs text-ink-faint">
          <Trans>Not given: {absent.map((member) => member.label).join(', ')}.</Trans>
        </p>
      )}
      {only === undefined && <UnknownContent unknown={value.unknown} />}
    </div>
  )
}

/** The value of one member: a text, a group, or a list of either. */
function MemberValue({ member, value }: { member: Member; value: unknown }): ReactNode {
  const { type } = member
  if (Array.isArray(value)) {
    const entries = value.filter(hasContent)
    if (type.kind === 'group' && isRow(type))
      return <RowsTable group={type} rows={entries as AnyValue[]} label={member.label} />
    return <ListValue member={member} entries={entries} />
  }
  return type.kind === 'leaf' ? (
    <LeafValue member={member} text={String(value)} />
  ) : (
    <GroupValue group={type} value={value as AnyValue} />
  )
}

function ListValue({ member, entries }: { member: Member; entries: readonly unknown[] }) {
  const { type } = member
  return (
    <ul className="flex flex-col gap-1">
      {entries.map((entry, index) => (
        // Keyed by index, because entries of a record have no identifier.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index}>
          {type.kind === 'leaf' ? (
            <LeafValue member={member} text={String(entry)} />
          ) : (
            <GroupValue group={type} value={entry as AnyValue} />
          )}
        </li>
      ))}
    </ul>
  )
}

export const GroupValue = ({ group, value }: { group: Group; value: AnyValue }) =>
  isMeasure(group) ? (
    <MeasureValue group={group} value={value} />
  ) : isLine(group) ? (
    <LineValue group={group} value={value} />
  ) : (
    <RecordFields group={group} value={value} />
  )

const MeasureValue = ({ group, value }: { group: Group; value: AnyValue }) => (
  <div className="flex flex-wrap items-baseline gap-x-1">
    {group.members
      .filter(({ key }) => hasContent(value[key]))
      .map((member) => (
        <LeafValue key={member.key} member={member} text={String(value[member.key])} />
      ))}
    <UnknownContent unknown={value.unknown} />
  </div>
)

/** The text of a group, followed by its attributes in smaller type. */
function LineValue({ group, value }: { group: Group; value: AnyValue }) {
  const { text } = group
  const isAside = useContext(IdentifiersAside)
  const attributes = group.members.filter(
    (member) => member !== text && !(isAside && isTechnical(member)) && hasContent(value[member.key]),
  )
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      {text && hasContent(value[text.key]) && <LeafValue member={text} text={String(value[text.key])} />}
      {attributes.length > 0 && (
        <span className="text-xs text-ink-faint">
          {attributes.map((member, index) => (
            <Fragment key={member.key}>
              {index > 0 && ' · '}
              <span title={member.label}>
                <span className="sr-only">{member.label}: </span>
                <LeafValue member={member} text={String(value[member.key])} />
              </span>
            </Fragment>
          ))}
        </span>
      )}
      <UnknownContent unknown={value.unknown} />
    </div>
  )
}

function RowsTable({ group, rows, label }: { group: Group; rows: readonly AnyValue[]; label: string }) {
  const columns = group.members.filter((member) => rows.some((row) => hasContent(row[member.key])))
  return (
    <div className="flex flex-col gap-2">
      <table aria-label={label} className="text-start">
        <thead>
          <tr className="text-xs text-ink-faint">
            {columns.map((member) => (
              <th key={member.key} scope="col" className="pe-6 pb-0.5 font-normal">
                {member.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a record have no identifier
            <tr key={index}>
              {columns.map((member) => (
                <td key={member.key} className="pe-6 align-top">
                  {hasContent(row[member.key]) ? (
                    <LeafValue member={member} text={String(row[member.key])} />
                  ) : (
                    <Absent />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <UnknownContent unknown={rows.flatMap((row) => row.unknown ?? [])} />
    </div>
  )
}

/** Every identifier of a record, labeled with its path: `Products › Brand › Identifier`. */
export function identifiersOf(group: Group, value: AnyValue, parentPath: readonly string[] = []): Entry[] {
  return group.members.flatMap((member): Entry[] => {
    const inner = value[member.key]
    const { type } = member
    if (!hasContent(inner)) return []
    const path = [...parentPath, member.label]
    if (type.kind === 'leaf')
      return isTechnical(member)
        ? [
            {
              label: path.join(' › '),
              value: <span className="break-all">{String(inner)}</span>,
              copied: String(inner),
            },
          ]
        : []
    const list: unknown[] = Array.isArray(inner) ? inner : [inner]
    return list.flatMap((one, index) =>
      identifiersOf(
        type,
        one as AnyValue,
        list.length > 1 ? [...parentPath, `${member.label} ${index + 1}`] : path,
      ),
    )
  })
}

const kinds: Record<Unknown['kind'], string> = {
  element: t`Element`,
  attribute: t`Attribute`,
  text: t`Text`,
  comment: t`Comment`,
}

/** The unknown parts of a record, as received. Renders nothing if there are none. */
export function UnknownContent({ unknown }: { unknown: readonly Unknown[] | undefined }) {
  if (!unknown || unknown.length === 0) return null
  return (
    <dl className="rounded-md border border-dashed border-line-strong px-3 py-2 text-xs">
      {unknown.map((one, index) => (
        // Keyed by index, because the same element can occur twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className="py-0.5">
          <dt className="text-ink-faint">
            {kinds[one.kind]} {one.name && <code className="font-mono text-ink-soft">{one.name}</code>}{' '}
            <Trans>not in the specification</Trans>
          </dt>
          <dd className="font-mono break-words whitespace-pre-wrap text-ink">{one.content}</dd>
        </div>
      ))}
    </dl>
  )
}
