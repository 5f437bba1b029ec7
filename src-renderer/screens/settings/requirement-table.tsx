import { X } from 'lucide-react'
import { askableOf, familyFor } from '../../../src-shared/completeness/fields.ts'
import { sides } from '../../../src-shared/completeness/judge-value.ts'
import type { Need, Requirement, RequirementProfile } from '../../../src-shared/completeness/model.ts'
import { commonViews } from '../../../src-shared/views.ts'
import { IconButton } from '../../ui/button.tsx'
import { inputClass } from '../../ui/field.tsx'
import { PlainSelect } from '../../ui/plain-select.tsx'
import { Table, TableCell, TableRow } from '../../ui/table.tsx'

interface RequirementTableProps {
  profile: RequirementProfile
  onChange: (requirements: Requirement[]) => void
  /** Places such as `requirements[2]`. */
  failing: ReadonlySet<string>
}

const needOptions: { value: Need; label: string }[] = [
  { value: 'required', label: 'Required' },
  { value: 'wished', label: 'Wished' },
]
const viewOptions = [
  ...sides.map((side) => ({ value: side, label: side.charAt(0).toUpperCase() + side.slice(1) })),
  ...commonViews,
]

/** The fields of a profile and what is asked of each; a cell is empty where nothing can be. */
export function RequirementTable({ profile, onChange, failing }: RequirementTableProps) {
  const { requirements } = profile
  const { fields } = familyFor(profile)
  if (requirements.length === 0)
    return <p className="text-sm text-ink-soft">No field is asked for yet. Add the first below.</p>
  const set = (index: number, changed: Partial<Requirement>) =>
    onChange(requirements.map((one, at) => (at === index ? { ...one, ...changed } : one)))
  return (
    <Table
      label="Fields of the profile"
      columns={[
        { label: 'Field' },
        { label: 'Need', className: 'w-32' },
        { label: 'Least', className: 'w-20' },
        { label: 'Most', className: 'w-20' },
        { label: 'Entries', className: 'w-20' },
        { label: 'View', className: 'w-32' },
        { label: 'Pixels', className: 'w-20' },
        { label: 'Weight', className: 'w-20' },
        { label: <span className="sr-only">Remove</span>, className: 'w-10' },
      ]}
    >
      {requirements.map((requirement, index) => {
        const labels = [requirement.path, ...(requirement.or ?? [])].map(
          (path) => fields.get(path)?.label ?? path,
        )
        const name = labels.join(' or ')
        const field = fields.get(requirement.path)
        const askable = field ? askableOf(field) : undefined
        const number = (key: 'least' | 'most' | 'entries' | 'pixels' | 'weight', words: string) => (
          <NumberInput
            label={`${words} of ${name}`}
            value={requirement[key]}
            placeholder={key === 'weight' || key === 'entries' ? '1' : ''}
            onChange={(value) => set(index, { [key]: value })}
          />
        )
        return (
          <TableRow
            // The same field may be asked for several views; rows have no other identity than their place.
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
                aria-label={`Need of ${name}`}
                options={needOptions}
                value={requirement.need}
                onValueChange={(value) => set(index, { need: value === 'wished' ? 'wished' : 'required' })}
              />
            </TableCell>
            <TableCell className="px-1!">{askable?.length && number('least', 'Least characters')}</TableCell>
            <TableCell className="px-1!">{askable?.length && number('most', 'Most characters')}</TableCell>
            <TableCell className="px-1!">{askable?.entries && number('entries', 'Entries')}</TableCell>
            <TableCell className="px-1!">
              {askable?.view && (
                <PlainSelect
                  height="small"
                  aria-label={`View of ${name}`}
                  none="Any"
                  options={viewOptions}
                  value={requirement.view ?? ''}
                  onValueChange={(view) => set(index, { view: view || undefined })}
                />
              )}
            </TableCell>
            <TableCell className="px-1!">{askable?.pixels && number('pixels', 'Least pixels')}</TableCell>
            <TableCell className="px-1!">{number('weight', 'Weight')}</TableCell>
            <TableCell className="pl-1!">
              <IconButton
                size="small"
                label={`Remove ${name}`}
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

/** A small number, or none. */
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
