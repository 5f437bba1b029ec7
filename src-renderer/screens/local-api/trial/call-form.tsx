import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Download, RotateCcw } from 'lucide-react'
import {
  type Endpoint,
  type Parameter,
  type ParameterSection,
  parameterSections,
} from '../../../../src-shared/api/endpoint.ts'
import { type EndpointName, endpoints } from '../../../../src-shared/api/endpoints.ts'
import type { LookupKind } from '../../../../src-shared/catalog/model.ts'
import { capitalized } from '../../../../src-shared/texts/spoken.ts'
import { LookupInput } from '../../../form/inputs/lookup-input.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeView } from '../../../ui/inputs/code-view.tsx'
import { TextField } from '../../../ui/inputs/field.tsx'
import { Section } from '../../../ui/layout/panel.tsx'
import { Term } from '../../../ui/overlays/term.tsx'
import { ParameterName, saveText } from '../copyable.tsx'
import { ParameterField } from './parameter-field.tsx'
import { needsIdentifier, parametersOf, type TrialForm } from './trial-form.ts'

interface CallFormProps {
  name: EndpointName
  form: TrialForm
  onForm: (form: TrialForm) => void
  /** Called to generate a new sample body. */
  onNewBody: () => void
}

/** The form of a call: the identifier in its path, its parameters by section, its body. */
export function CallForm({ name, form, onForm, onNewBody }: CallFormProps) {
  const { pathParameters, oneOf, request }: Endpoint = endpoints[name]
  const sections = Map.groupBy(parametersOf(name, form.version), ({ section }) => section)
  return (
    <>
      {pathParameters.map(({ name: variable, meaning }) => (
        <Identifier
          key={variable}
          variable={variable}
          meaning={meaning}
          required={needsIdentifier(name)}
          value={form.identifier}
          onValue={(identifier) => onForm({ ...form, identifier })}
        />
      ))}
      {[...sections].map(([section, parameters]) => (
        <ParameterSectionFields
          key={section}
          section={section}
          note={
            section === 'selection' && oneOf
              ? t`At least one of ${oneOf.join(', ')}, unless the path names an item.`
              : undefined
          }
          parameters={parameters}
          form={form}
          onForm={onForm}
        />
      ))}
      {request && (
        <Section
          title={t`Body`}
          className="flex min-h-80 flex-1 flex-col"
          actions={
            <div className="flex">
              <Button
                size="small"
                variant="ghost"
                icon={<Download className="size-3.5" aria-hidden />}
                onClick={() => saveText('feed.xml', form.body, 'application/xml')}
              >
                <Trans>Save as feed.xml</Trans>
              </Button>
              <Button
                size="small"
                variant="ghost"
                icon={<RotateCcw className="size-3.5" aria-hidden />}
                onClick={onNewBody}
              >
                <Trans>New sample</Trans>
              </Button>
            </div>
          }
        >
          <div className="min-h-0 flex-1 overflow-hidden rounded-md border border-edge/70 bg-surface">
            <CodeView
              label={t`Body of the call`}
              value={form.body}
              onChange={(body) => onForm({ ...form, body })}
              className="h-full"
            />
          </div>
        </Section>
      )}
    </>
  )
}

/** The lookup list for a path variable. */
const lookups: Record<string, LookupKind> = {
  manufacturerId: 'manufacturer',
  brandId: 'brand',
  retailerId: 'retailer',
}

interface IdentifierProps {
  variable: string
  meaning: string
  required: boolean
  value: string
  onValue: (value: string) => void
}

function Identifier({ variable, meaning, required, value, onValue }: IdentifierProps) {
  const label = <ParameterName name={variable} />
  const help = required
    ? t`${capitalized(meaning)}, in the path.`
    : t`${capitalized(meaning)}, in the path. Leave it empty to list or search.`
  const kind = lookups[variable]
  if (kind)
    return (
      <LookupInput
        kind={kind}
        field={{ value, change: onValue }}
        frame={{ label, help, labelHidden: false, error: undefined, required }}
      />
    )
  return (
    <TextField
      label={label}
      help={help}
      required={required}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onValue(event.target.value)}
    />
  )
}

/** Collapsed sections, which most calls do not use. They are open if one of their parameters is set. */
const collapsedSections: readonly ParameterSection[] = ['planogramImages', 'ecommerceImages', 'otherImages']

interface ParameterSectionFieldsProps {
  section: ParameterSection
  note: string | undefined
  parameters: readonly Parameter[]
  form: TrialForm
  onForm: (form: TrialForm) => void
}

function ParameterSectionFields({ section, note, parameters, form, onForm }: ParameterSectionFieldsProps) {
  const { label } = parameterSections[section]
  const set = parameters.filter(({ name }) => (form.query[name]?.length ?? 0) > 0).length
  const fields = (
    <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3">
      {parameters.map((parameter) => (
        <div key={parameter.name} className={isWide(parameter) ? 'col-span-2' : undefined}>
          <ParameterField
            parameter={parameter}
            values={form.query[parameter.name] ?? []}
            onValues={(values) => onForm({ ...form, query: { ...form.query, [parameter.name]: values } })}
          />
        </div>
      ))}
    </div>
  )
  if (!collapsedSections.includes(section))
    return (
      <Section title={label} description={note}>
        {fields}
      </Section>
    )
  return (
    <details className="group rounded-md border border-line bg-surface" open={set > 0 || undefined}>
      <summary className="flex h-8 cursor-default items-center gap-2 px-3 text-xs font-semibold text-ink-soft select-none hover:text-ink">
        <span className="flex-1">{label}</span>
        {set > 0 && (
          <span className="tabular font-normal text-ink-faint">
            <Plural value={set} one="# set" other="# set" />
          </span>
        )}
      </summary>
      <div className="px-3 pt-1 pb-3">
        {section === 'planogramImages' && (
          <p className="pb-2 text-xs text-ink-soft">
            <Trans>What a planogram is:</Trans> <Term name="planogram" />
          </p>
        )}
        {fields}
      </div>
    </details>
  )
}

/** Whether a parameter takes the full width; numbers, days and choices share a line. */
const isWide = ({ name, repeatable }: Parameter): boolean => name === 'q' || repeatable === true
