import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { maxWord } from '../../../../../src-shared/feeds/review/model.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextArea } from '../../../../ui/inputs/field.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'

interface WordDialogProps {
  title: string
  description?: string
  /** Label of the text field. */
  label: string
  /** Label of the button that acts. */
  action: string
  /** Whether a text must be given. */
  isRequired?: boolean
  /** Resolves to false if it was not done; the dialog then stays open. */
  onWord: (word: string) => Promise<boolean>
  onClose: () => void
}

/** Dialog of a step of a review, with a word to the others. */
export function WordDialog(props: WordDialogProps) {
  const { title, description, label, action, isRequired = false, onWord, onClose } = props
  const [word, setWord] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isMissing = isRequired && word.trim() === ''
  const submit = async () => {
    setBusy(true)
    const isDone = await onWord(word.trim())
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      width="small"
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            busy={isBusy}
            disabledReason={isMissing ? t`Enter a reason first.` : undefined}
            onClick={() => void submit()}
          >
            {action}
          </Button>
        </>
      }
    >
      <TextArea
        label={label}
        value={word}
        maxLength={maxWord}
        required={isRequired}
        onChange={(event) => setWord(event.target.value)}
      />
    </Dialog>
  )
}
