import { expect, test } from '../support/app.ts'
import { startForeignServer } from '../support/programs/foreign-server.ts'

test('injected scripts do not run, injected styles have no effect, and no data is sent elsewhere', async ({
  page,
}) => {
  const foreign = await startForeignServer()
  try {
    await page.getByRole('button', { name: 'Try the sample' }).waitFor()
    const address = page.url()
    const directives = [
      ...['connect-src', 'form-action', 'frame-src', 'img-src'],
      ...['require-trusted-types-for', 'style-src-attr', 'style-src-elem'],
    ]
    const outcome = await page.evaluate(
      async ({ to, directives }) => {
        const refused = new Set<string>()
        document.addEventListener('securitypolicyviolation', (event) => refused.add(event.effectiveDirective))
        const thrown = (attempt: () => void): string => {
          try {
            attempt()
            return 'done'
          } catch (error) {
            return error instanceof Error ? error.name : 'thrown'
          }
        }
        const insert = <Name extends keyof HTMLElementTagNameMap>(
          name: Name,
          fill: (element: HTMLElementTagNameMap[Name]) => void,
        ): HTMLElementTagNameMap[Name] => {
          const element = document.createElement(name)
          fill(element)
          document.body.append(element)
          return element
        }
        insert('style', (style) => style.append('body { outline-color: rgb(1, 2, 3) }'))
        const styledText = insert('p', (text) => text.setAttribute('style', 'color: rgb(1, 2, 3)'))
        insert('script', (script) => script.append('document.title = "mine"'))
        const src = `${to}/script.js`
        const html = thrown(() => insert('p', (text) => Object.assign(text, { innerHTML: '<img src=x>' })))
        const loaded = thrown(() => insert('script', (script) => Object.assign(script, { src })))
        insert('img', (picture) => Object.assign(picture, { src: `${to}/picture` }))
        insert('iframe', (frame) => Object.assign(frame, { src: `${to}/frame` }))
        const embedded = thrown(() =>
          insert('object', (object) => Object.assign(object, { data: `${to}/object` })),
        )
        insert('link', (link) => Object.assign(link, { rel: 'stylesheet', href: `${to}/style.css` }))
        insert('form', (form) => Object.assign(form, { action: `${to}/form`, method: 'post' })).submit()
        const called = await fetch(`${to}/call`).then(
          () => 'answered',
          () => 'refused',
        )
        // In a separate task, because the browser does not block `Function` during `page.evaluate` itself.
        const evaluated = await new Promise((resolve) =>
          setTimeout(() => resolve(thrown(() => Reflect.construct(Function, ['return 1'])))),
        )
        // The browser reports some of what it refuses later, on a busy computer by seconds.
        const isReported = (): boolean => directives.every((directive) => refused.has(directive))
        for (const end = Date.now() + 20_000; !isReported() && Date.now() < end; )
          await new Promise((resolve) => setTimeout(resolve, 50))
        // What was not refused would have arrived by now.
        await new Promise((resolve) => setTimeout(resolve, 500))
        return {
          html,
          loaded,
          embedded,
          called,
          evaluated,
          outline: getComputedStyle(document.body).outlineColor,
          color: getComputedStyle(styledText).color,
          refused: [...refused].sort(),
        }
      },
      { to: foreign.origin, directives },
    )
    const { outline, color, refused, ...thrown } = outcome
    expect(thrown).toEqual({
      html: 'TypeError',
      loaded: 'TypeError',
      embedded: 'TypeError',
      called: 'refused',
      evaluated: 'EvalError',
    })
    for (const found of [outline, color]) expect(found).not.toBe('rgb(1, 2, 3)')
    expect(refused).toEqual(expect.arrayContaining(directives))
    expect(await page.title()).not.toBe('mine')
    expect(page.url()).toBe(address)
    expect(foreign.requests).toEqual([])
  } finally {
    await foreign.close()
  }
})
