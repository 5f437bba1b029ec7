import { xml } from '@codemirror/lang-xml'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { search } from '@codemirror/search'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { t } from '@lingui/core/macro'
import CodeMirror, { EditorState, type ReactCodeMirrorRef } from '@uiw/react-codemirror'
import clsx from 'clsx'
import { useEffect, useMemo, useRef, useState } from 'react'
import { pageNonce } from '../../rpc/page-nonce.ts'

export interface CodeEditorProps {
  value: string
  /** The accessible name. */
  label: string
  /** Makes the text editable; called with each change. */
  onChange?: (value: string) => void
  /** Lines to mark as faulty (1-based), with their messages. */
  marks?: readonly { line: number; message: string; severity?: 'error' | 'warning' }[]
  /** Line and column to scroll to and focus (1-based). A new object repeats it. */
  goTo?: { line: number; column?: number }
  className?: string
}

/** Translations of the editor's own texts, by the English text; `$` is a number. */
const phrases = EditorState.phrases.of({
  Find: t`Find`,
  next: t`Next`,
  previous: t`Previous`,
  all: t`All`,
  'match case': t`Match case`,
  regexp: t`Regular expression`,
  'by word': t`Whole words`,
  Replace: t`Replace with`,
  replace: t`Replace`,
  'replace all': t`Replace all`,
  close: t`Close`,
  'current match': t`Present match`,
  'on line': t`on line`,
  'replaced match on line $': t`The match on line $ is replaced`,
  'replaced $ matches': t`Matches replaced: $`,
  'Go to line': t`Go to line`,
  go: t`Go`,
  to: t`to`,
  'Fold line': t`Fold line`,
  'Unfold line': t`Unfold line`,
  'Folded lines': t`Folded lines`,
  'Unfolded lines': t`Unfolded lines`,
  'folded code': t`Folded part`,
  unfold: t`Unfold`,
  Diagnostics: t`Problems`,
  'No diagnostics': t`No problems`,
  'Control character': t`Control character`,
  'Selection deleted': t`Selection deleted`,
})

/** Colours are CSS variables, so that one theme works for light and dark. */
const baseExtensions = [
  phrases,
  // Included here, because a panel outside the extensions closes whenever they are reconfigured, as after
  // each change.
  search({ top: true }),
  EditorView.cspNonce.of(pageNonce ?? ''),
  EditorView.theme({
    '&': { backgroundColor: 'transparent', color: 'var(--color-ink)', fontSize: '0.75rem', height: '100%' },
    '&.cm-focused': { outline: '2px solid var(--color-focus)', outlineOffset: '-2px' },
    '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.25rem' },
    '.cm-gutters': {
      backgroundColor: 'transparent',
      color: 'var(--color-ink-faint)',
      border: 'none',
    },
    '.cm-content': { caretColor: 'var(--color-ink)', padding: '8px 0' },
    '.cm-activeLine, .cm-activeLineGutter': {
      backgroundColor: 'color-mix(in srgb, var(--color-hover) 60%, transparent)',
    },
    '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
      backgroundColor: 'color-mix(in srgb, var(--color-focus) 25%, transparent) !important',
    },
    '.cm-foldPlaceholder': {
      backgroundColor: 'var(--color-sunken)',
      border: 'none',
      color: 'var(--color-ink-soft)',
    },
    '.cm-tooltip': {
      backgroundColor: 'var(--color-raised)',
      border: '1px solid var(--color-line)',
      color: 'var(--color-ink)',
    },
    '.cm-panels': {
      backgroundColor: 'var(--color-sunken)',
      color: 'var(--color-ink)',
      borderColor: 'var(--color-line)',
    },
    '.cm-panel.cm-search': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '6px',
      padding: '8px 32px 8px 12px',
      fontFamily: 'var(--font-sans)',
      fontSize: '0.75rem',
    },
    '.cm-panel.cm-search br': { flexBasis: '100%', width: '0', height: '0' },
    '.cm-panel.cm-search label': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '4px',
      fontSize: '0.75rem',
    },
    '.cm-panel.cm-search input, .cm-panel.cm-search button': { margin: '0', fontSize: '0.75rem' },
    '.cm-textfield, .cm-button': {
      height: '28px',
      padding: '0 8px',
      border: '1px solid var(--color-edge)',
      borderRadius: 'var(--radius-sm)',
      background: 'var(--color-surface)',
      color: 'var(--color-ink)',
      fontFamily: 'var(--font-sans)',
    },
    '.cm-button:active': { background: 'var(--color-pressed)' },
    '.cm-panel.cm-search [name=close]': {
      position: 'absolute',
      top: '8px',
      right: '8px',
      width: '24px',
      height: '24px',
      fontSize: '1rem',
      color: 'var(--color-ink-soft)',
    },
    '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--color-warn) 25%, transparent)' },
    '.cm-searchMatch-selected': {
      backgroundColor: 'color-mix(in srgb, var(--color-warn) 50%, transparent)',
    },
    '.cm-cursor': { borderLeftColor: 'var(--color-ink)' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.tagName, tags.angleBracket], color: 'var(--color-accent)' },
      { tag: tags.attributeName, color: 'var(--color-warn)' },
      { tag: [tags.attributeValue, tags.string], color: 'var(--color-good)' },
      { tag: [tags.comment, tags.processingInstruction, tags.documentMeta], color: 'var(--color-ink-faint)' },
      { tag: tags.invalid, color: 'var(--color-bad)' },
    ]),
  ),
]

export default function CodeEditor({ value, label, onChange, marks, goTo, className }: CodeEditorProps) {
  const editor = useRef<ReactCodeMirrorRef>(null)
  const [view, setView] = useState<EditorView>()

  const extensions = useMemo(
    () => [
      ...baseExtensions,
      xml(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      ...(marks ? [lintGutter()] : []),
    ],
    [label, marks],
  )

  useEffect(() => {
    if (!view) return
    const lines = view.state.doc.lines
    const diagnostics = (marks ?? []).map(({ line, message, severity = 'error' }): Diagnostic => {
      const docLine = view.state.doc.line(Math.min(Math.max(line, 1), lines))
      return { from: docLine.from, to: docLine.to, severity, message }
    })
    view.dispatch(setDiagnostics(view.state, diagnostics))
  }, [view, marks])

  useEffect(() => {
    if (!view || !goTo) return
    const line = view.state.doc.line(Math.min(Math.max(goTo.line, 1), view.state.doc.lines))
    const position = Math.min(line.to, line.from + Math.max(0, (goTo.column ?? 1) - 1))
    view.dispatch({
      selection: { anchor: position },
      effects: EditorView.scrollIntoView(position, { y: 'center' }),
    })
    view.focus()
  }, [view, goTo])

  return (
    <CodeMirror
      dir="ltr"
      ref={editor}
      value={value}
      theme="none"
      height="100%"
      editable={Boolean(onChange)}
      readOnly={!onChange}
      onCreateEditor={setView}
      onChange={onChange}
      extensions={extensions}
      basicSetup={{ highlightActiveLine: Boolean(onChange), highlightActiveLineGutter: Boolean(onChange) }}
      className={clsx('h-full min-h-0 overflow-hidden', className)}
    />
  )
}
