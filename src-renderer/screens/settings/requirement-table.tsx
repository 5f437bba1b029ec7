import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { familyFor, supportedChecks } from '../../../src-shared/completeness/fields.ts'
import { sides } from '../../../src-shared/completeness/judge-value.ts'
import type { Need, Requirement, RequirementProfile } from '../../../src-shared/completeness/model.ts'
import { capitalized } from '../../../src-shared/texts/spoken.ts'
import { commonViews } from '../../../src-shared/views.ts'
import { said } from '../../texts/translate-message.ts'
import { IconButton } from '../../ui/button.tsx'
import { inputClass } from '../../ui/inputs/field.tsx'
import { PlainSelect } from '../../ui/inputs/plain-select.tsx'
import { Table, TableCell, TableRow } from '../../ui/layout/table.tsx'
import { anyOf } from '../../ui/text/words.ts'

interface RequirementTableProps {
  profile: RequirementProfile
  onChange: (requirements: Requirement[]) => void
  /** Paths of invalid requirements; `requirements[2]` is the second. */
  failing: ReadonlySet<string>
}

const needOptions: { value: Need; label: string }[] = [
  { value: 'required', label: t`Required` },
  { value: 'wished', label: t`Recommended` },
]
const viewOptions = [
  ...sides.map((side) => ({ value: side, label: capitalized(said(side)) })),
  ...commonViews,
]

/**
 * The fields of a profile and their requirements. A cell is empty if its requirement does not apply to the
 * field.
 */
export function RequirementTable({ profile, onChange, failing }: RequirementTableProps) {
  const { requirements } = profile
  const { fields } = familyFor(profile)
  if (requirements.length === 0)
    return (
      <p className="text-sm text-ink-soft">
        <Trans>No fields yet. Add the first one below.</Trans>
      </p>
    )
  const set = (index: number, changed: Partial<Requirement>) =>
    onChange(requirements.map((one, at) => (at === index ? { ...one, ...changed } : one)))
  return (
    <Table
      label={t`Fields of the profile`}
      columns={[
        { label: t`Field` },
        { label: t`Importance`, className: 'min-w-32 pe-0!' },
        { label: t`Min. characters`, className: 'min-w-18 pe-0!' },
        { label: t`Max. characters`, className: 'min-w-18 pe-0!' },
        { label: t`Min. entries`, className: 'min-w-18 pe-0!' },
        { label: t`View`, className: 'min-w-32 pe-0!' },
        { label: t`Min. pixels`, className: 'min-w-18 pe-0!' },
        { label: t`Weight`, className: 'min-w-18 pe-0!' },
        {
          label: (
            <span className="sr-only">
              <Trans>Remove</Trans>
            </span>
          ),
          className: 'w-10',
        },
      ]}
    >
      {requirements.map((requirement, index) => {
        const labels = [requirement.path, ...(requirement.or ?? [])].map(
          (path) => fields.get(path)?.label ?? path,
        )
        const name = anyOf(labels)
        const field = fields.get(requirement.path)
        const checks = field ? supportedChecks(field) : undefined
        const number = (key: 'least' | 'most' | 'entries' | 'pixels' | 'weight', words: string) => (
          <NumberInput
            label={t`${words} of ${name}`}
            value={requirement[key]}
            placeholder={key === 'weight' || key === 'entries' ? '1' : ''}
            onChange={(value) => set(index, { [key]: value })}
          />
        )
        return (
          <TableRow
            // The same field may be required for several views, so rows have no identity other than their
            // index.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            className={failing.has(`requirements[${index + 1}]`) ? 'bg-bad-wash' : undefined}
          >
            <TableCell className="min-w-48">
              <span title={requirement.path}>{name}</span>
            </TableCell>
            <TableCell className="px-1!">
              <PlainSelect
                height="small"
                aria-label={t`Importance of ${name}`}
                options={needOptions}
                value={requirement.need}
                onValueChange={(value) => set(index, { need: value === 'wished' ? 'wished' : 'required' })}
              />
            </TableCell>
            <TableCell className="px-1!">
              {checks?.length && number('least', t`Minimum characters`)}
            </TableCell>
            <TableCell className="px-1!">{checks?.length && number('most', t`Maximum characters`)}</TableCell>
            <TableCell className="px-1!">{checks?.entries && number('entries', t`Entries`)}</TableCell>
            <TableCell className="px-1!">
              {checks?.view && (
                <PlainSelect
                  height="small"
                  aria-label={t`View of ${name}`}
                  none={t`Any`}
                  options={viewOptions}
                  value={requirement.view ?? ''}
                  onValueChange={(view) => set(index, { view: view || undefined })}
                />
              )}
            </TableCell>
            <TableCell className="px-1!">{checks?.pixels && number('pixels', t`Minimum pixels`)}</TableCell>
            <TableCell className="px-1!">{number('weight', t`Weight`)}</TableCell>
            <TableCell className="ps-1!">
              <IconButton
                size="small"
                label={t`Remove ${name}`}
                icon={<X className="size-4" aria-hidden />}
                onClick={() => onChange(requirements.filter((_, at) => at !== index))}
              />
            </TableCell>
          </TableRow>
        )
      })}
    </Table>
  )
}

/** A whole number of at most six digits, or empty. */
function NumberInput({
  label,
  value,
  placeholder,
  onChange,
}: {
  label: string
  value: number | undefined
  placeholder: string
  onChange: (value: number | undefined) => void
}) {
  return (
    <input
      aria-label={label}
      inputMode="numeric"
      placeholder={placeholder}
      value={value ?? ''}
      onChange={({ target }) => {
        const digits = target.value.replace(/\D/g, '').slice(0, 6)
        onChange(digits === '' ? undefined : Number(digits))
      }}
      className={`${inputClass()} tabular h-7`}
    />
  )
}
