import { lexer, type Token, walkTokens } from 'marked'
import { MarkdownBlocks } from '../../local-api/reference/markdown-page.tsx'

/**
 * The notes of a new version. They come from the update server: of its Markdown, HTML, pictures and links are
 * not used, and a heading is bold text.
 */
export function ReleaseNotes({ text }: { text: string }) {
  const tokens = tokensOf(text)
  if (!tokens) return <p className="text-sm whitespace-pre-wrap text-ink-soft">{text}</p>
  return <MarkdownBlocks tokens={tokens} />
}

/** @returns undefined for a text that is nested too deeply */
function tokensOf(text: string): Token[] | undefined {
  try {
    const tokens = lexer(text)
    walkTokens(tokens, (token) => {
      if (token.type === 'link' || token.type === 'image')
        Object.assign(token, { type: 'text', text: token['text'], tokens: token['tokens'] })
      if (token.type === 'heading')
        Object.assign(token, { type: 'paragraph', tokens: [{ type: 'strong', tokens: token['tokens'] }] })
    })
    return tokens
  } catch {
    return undefined
  }
}
