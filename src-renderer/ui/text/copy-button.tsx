import { t } from '@lingui/core/macro'
import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { announce, copyText } from './clipboard.ts'

const confirmationDuration = 1500

/** A button that copies `text`. The label names the text, such as `Copy GTIN 3017620401473`. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    if (!(await copyText(text))) return
    setCopied(true)
    announce(t`Copied`)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), confirmationDuration)
  }
  return (
    <IconButton
      size="small"
      label={copied ? t`Copied` : label}
      icon={
        copied ? (
          <Check className="size-3.5 text-good" aria-hidden />
        ) : (
          <Copy className="size-3.5" aria-hidden />
        )
      }
      onClick={() => void copy()}
    />
  )
}
