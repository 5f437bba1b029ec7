import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import type { LabelSuggestion } from '../../../src-shared/evidence/photograph.ts'
import type { Draft } from '../../../src-shared/feeds/draft/model.ts'
import { client } from '../../rpc/client.ts'
import { draftWithCode } from '../../shell/scanned-codes.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import type { PhotographProps } from './asked-code.ts'
import { LabelText, NothingLegible } from './label-text.tsx'
import { PrintedValue } from './printed-value.tsx'
import { takeSuggestion } from './take-suggestion.ts'

/** A code that no item has: a draft of a new item, and the values of the label that a person can take into it. */
export function NewItem({ digits, ...photograph }: PhotographProps & { digits: string }) {
  const queries = useQueryClient()
  const { id, name, onClose } = photograph
  const [draft, setDraft] = useState<Draft>()
  const [takenLabels, setTaken] = useState<ReadonlySet<string>>(new Set())
  const queryKey = ['photograph-suggestions', id]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.photographs.suggest({ id }, { signal }),
    ...{ gcTime: 0, retry: false },
  })
  const make = useMutation({
    mutationFn: () => draftWithCode(digits),
    onSuccess: setDraft,
    onError: (error) => toast.failed(t`The draft could not be made`, error),
  })
  const take = useMutation({
    mutationFn: async ({ to, suggestion }: { to: Draft; suggestion: LabelSuggestion }) =>
      takeSuggestion(to.id, suggestion, name),
    onSuccess: (_, { suggestion }) => setTaken((before) => new Set(before).add(suggestion.label)),
    onError: (error) => toast.failed(t`The value was not taken`, error),
  })
  return (
    <section className="flex flex-col gap-3" aria-label={t`New item`}>
      <h2 className="text-base font-semibold">
        <Trans>No item of the catalog has the code {digits}</Trans>
      </h2>
      <div>
        {draft ? (
          <ButtonLink href={`/feeds/${draft.id}`} onClick={onClose} variant="primary">
            <Trans>Open the draft</Trans>
          </ButtonLink>
        ) : (
          <Button variant="primary" busy={make.isPending} onClick={() => make.mutate()}>
            <Trans>New draft with this code</Trans>
          </Button>
        )}
      </div>
      <LabelText query={query} onCancel={() => void queries.cancelQueries({ queryKey })}>
        {({ suggestions, lines }) =>
          suggestions.length === 0 ? (
            <NothingLegible lines={lines}>
              <Trans>No value of a label is legible in the photograph.</Trans>
            </NothingLegible>
          ) : (
            <>
              <p className="text-sm text-ink-soft">
                {draft
                  ? t`Values on the label. Compare each with the photograph before you take it.`
                  : t`Values on the label. They can be taken into the draft one by one.`}
              </p>
              <ul aria-label={t`Values on the label`} className="flex flex-col gap-3">
                {suggestions.map((suggestion) => (
                  <li key={suggestion.label}>
                    <PrintedValue
                      title={suggestion.label}
                      printed={printedWithQuantity(suggestion)}
                      box={suggestion.box}
                      preview={photograph.preview}
                      onShow={photograph.onShow}
                    >
                      {takenLabels.has(suggestion.label) ? (
                        <span className="flex items-center gap-1 text-sm">
                          <Check className="size-4 text-good" aria-hidden />
                          <Trans>Taken into the draft</Trans>
                        </span>
                      ) : (
                        draft && (
                          <Button
                            size="small"
                            busy={take.isPending && take.variables.suggestion === suggestion}
                            disabled={take.isPending}
                            aria-label={t`Take “${suggestion.label}” into the draft`}
                            onClick={() => take.mutate({ to: draft, suggestion })}
                          >
                            <Trans>Take into the draft</Trans>
                          </Button>
                        )
                      )}
                    </PrintedValue>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </LabelText>
    </section>
  )
}

const printedWithQuantity = ({ printed, per }: LabelSuggestion): string =>
  per === '' ? printed : t`${printed} per ${per}`
