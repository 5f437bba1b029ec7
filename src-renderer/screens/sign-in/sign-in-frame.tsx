import { type ReactNode, useId } from 'react'
import { useFirstFrameEnd } from '../../shell/first-frame.ts'
import { Mark } from '../../shell/mark.tsx'

interface SignInFrameProps {
  title: string
  description: string
  /** Whether the frame covers an app that is still there. */
  isDialog?: boolean
  children?: ReactNode
}

/** A card in the middle of the window, instead of the app. */
export function SignInFrame({ title, description, isDialog = false, children }: SignInFrameProps) {
  useFirstFrameEnd()
  const id = useId()
  const Frame = isDialog ? 'div' : 'main'
  return (
    <Frame
      role={isDialog ? 'alertdialog' : undefined}
      aria-labelledby={id}
      className="fixed inset-0 z-50 flex flex-col items-center overflow-y-auto bg-canvas px-6 py-10"
    >
      <div className="my-auto flex w-full max-w-sm flex-col gap-3 rounded-xl border border-line bg-raised p-7">
        <Mark />
        <h1 id={id} className="mt-2 text-xl font-semibold tracking-tight">
          {title}
        </h1>
        <p className="mb-2 text-ink-soft">{description}</p>
        {children}
      </div>
    </Frame>
  )
}
