import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { printedCode } from '../../../src-shared/evidence/find-findings.ts'
import type { PictureBox } from '../../../src-shared/evidence/model.ts'
import type { FoundCode } from '../../../src-shared/evidence/photograph.ts'
import { client, rpc } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { uploadFile } from '../../rpc/upload-file.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { ScrollRegion } from '../../ui/layout/scroll-region.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { AskedCode, Choice } from './asked-code.ts'
import { ChoiceList } from './choice-list.tsx'
import { CodeForm } from './code-form.tsx'
import { NewItem } from './new-item.tsx'
import { previewOf, refusalOf } from './photograph-file.ts'
import { PhotographPicture } from './photograph-picture.tsx'
import { RecordComparison } from './record-comparison.tsx'

interface PhotographDialogProps {
  file: File
  /** Distinguishes the photographs of a session. */
  number: number
  /** Its place among photographs that were given together, from 1. */
  position: { at: number; of: number }
  /** Looks up the next one of them. */
  onNext: () => void
  onClose: () => void
}

/** A photograph with its codes, the item that has one of them, and what its label shows. */
export function PhotographDialog({ file, number, position, onNext, onClose }: PhotographDialogProps) {
  const [box, setBox] = useState<PictureBox>()
  const [typed, setTyped] = useState<AskedCode>()
  const [chosen, setChosen] = useState<Choice>()
  const [isTyping, setTyping] = useState(false)
  const refusal = refusalOf(file)
  const enabled = refusal === undefined
  const drawn = useQuery({
    queryKey: ['photograph-preview', number],
    queryFn: async () => (await previewOf(file)) ?? null,
    ...{ gcTime: 0, enabled },
  })
  const opening = useQuery({
    queryKey: ['photograph', number],
    queryFn: async ({ signal }) => client.photographs.open({ file: await uploadFile(file) }, { signal }),
    ...{ gcTime: 0, retry: false, enabled },
  })
  const mode = useQuery(rpc.evidence.state.queryOptions()).data?.mode
  const photograph = opening.data
  const id = photograph?.id
  useEffect(() => {
    if (id === undefined) return
    // If this fails, the program closes the photograph when others are looked up.
    return () => void client.photographs.close({ id }).catch(() => undefined)
  }, [id])

  // The browser draws most formats itself, before the file has been sent.
  const made = useQuery({
    queryKey: ['photograph-preview-made', number],
    queryFn: () => client.photographs.preview({ id: id ?? '' }),
    ...{ gcTime: 0, retry: false, enabled: drawn.data === null && id !== undefined },
  })
  const byDigits = useQuery({
    queryKey: ['photograph-digits', number],
    queryFn: ({ signal }) => client.photographs.codesByDigits({ id: id ?? '' }, { signal }),
    ...{ gcTime: 0, retry: false, enabled: photograph?.codes.length === 0 && !isTyping },
  })
  const readCodes = photograph?.codes.length === 0 ? (byDigits.data?.codes ?? []) : (photograph?.codes ?? [])
  const isLookingForDigits = byDigits.isFetching && !isTyping

  const codes = typed ? [typed] : readCodes.map(askedCode)
  const choices = codes.flatMap((code): Choice[] =>
    code.items.length === 0 ? [{ code }] : code.items.map((item) => ({ code, item })),
  )
  const choice = chosen ?? (choices.length === 1 ? choices[0] : undefined)
  const name = file.name || t`Pasted photograph`
  const error = refusal ?? (opening.error ? errorMessage(opening.error) : undefined)
  const cannotBeShown = error !== undefined || made.isError
  const preview = drawn.data ?? made.data ?? (drawn.data === null && cannotBeShown ? null : undefined)
  const read = id !== undefined && {
    ...{ id, name, preview: preview ?? undefined },
    onShow: setBox,
    onClose,
  }
  const restart = () => {
    setTyped(undefined)
    setChosen(undefined)
    setBox(undefined)
  }
  return (
    <Dialog
      open
      width="full"
      onOpenChange={(open) => open || onClose()}
      title={t`Look up a photograph`}
      description={position.of > 1 ? t`${name}, photograph ${position.at} of ${position.of}` : name}
    >
      <div
        data-photograph
        className="grid min-h-full grid-cols-1 gap-5 lg:h-full lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]"
      >
        <PhotographPicture
          name={name}
          preview={enabled ? preview : null}
          box={box ?? choice?.code.box ?? codes[0]?.box}
          otherBoxes={readCodes.map(({ code }) => code.box)}
        />
        <ScrollRegion
          role="group"
          aria-label={t`Result`}
          className="flex min-w-0 flex-col gap-4 overflow-x-hidden px-3 py-2 max-lg:overflow-visible!"
        >
          {error !== undefined && (
            <Notice tone="bad" title={t`The photograph cannot be looked up`}>
              {error}
            </Notice>
          )}
          {opening.isFetching && (
            <div className="flex flex-col gap-2">
              <p role="status" className="text-sm">
                <Trans>Reading the codes in the photograph…</Trans>
              </p>
              <ProgressBar value={null} label={t`Reading the codes in the photograph…`} />
            </div>
          )}
          {read && mode === 'off' && (
            <p className="text-xs text-ink-soft">
              <Trans>
                Reading pictures is switched off for this workspace. This photograph is read because you chose
                it.
              </Trans>
            </p>
          )}
          {read && codes.length === 0 && isLookingForDigits && <NoBars onType={() => setTyping(true)} />}
          {read && codes.length === 0 && !isLookingForDigits && <NoCode onCode={setTyped} />}
          {codes.length > 0 && !choice && <ChoiceList codes={codes} onChoose={setChosen} />}
          {read && choice?.item && (
            <RecordComparison key={choice.item.id} {...read} item={choice.item} code={choice.code} />
          )}
          {read && choice && !choice.item && (
            <NewItem key={choice.code.digits} {...read} digits={choice.code.digits} />
          )}
          {position.at < position.of && (
            <div>
              <Button size="small" onClick={onNext}>
                {t`Next photograph (${position.at + 1} of ${position.of})`}
              </Button>
            </div>
          )}
          {choice && (typed !== undefined || choices.length > 1) && (
            <div>
              <Button size="small" onClick={restart}>
                {choices.length > 1 ? t`Choose another item or code` : t`Enter another code`}
              </Button>
            </div>
          )}
        </ScrollRegion>
      </div>
    </Dialog>
  )
}

const askedCode = ({ code, items }: FoundCode): AskedCode => ({
  ...items,
  ...{ digits: printedCode(code), format: code.format, box: code.box },
})

const NoBars = ({ onType }: { onType: () => void }) => (
  <section className="flex flex-col gap-3">
    <h2 className="text-base font-semibold">
      <Trans>The bars could not be read</Trans>
    </h2>
    <p role="status" className="text-sm">
      <Trans>Looking for the digits below the bars…</Trans>
    </p>
    <ProgressBar value={null} label={t`Looking for the digits below the bars…`} />
    <div>
      <Button size="small" onClick={onType}>
        <Trans>Enter the digits</Trans>
      </Button>
    </div>
  </section>
)

const NoCode = ({ onCode }: { onCode: (code: AskedCode) => void }) => (
  <section className="flex flex-col gap-3">
    <h2 className="text-base font-semibold">
      <Trans>No code could be read</Trans>
    </h2>
    <p className="text-sm text-ink-soft">
      <Trans>
        The photograph may still show one. Photograph the bars straight from the front, sharp and without
        glare, so that they fill at least a third of the picture. Or enter the digits below the bars.
      </Trans>
    </p>
    <CodeForm onCode={onCode} />
  </section>
)
