import { describe, expect, test } from 'vitest'
import { answerReaders } from './read-answer.ts'

const said = (xml: string) => answerReaders.problem(Buffer.from(xml))

describe('what a service says in its problem document', () => {
  test('texts stay as they are written, in whatever namespace they come', () => {
    const xml = `<?xml version="1.0"?><p:problem xmlns:p="urn:somewhere" xmlns:q="urn:else"><q:title>No</q:title>
      <p:detail code="7">00012 &amp;lt; &#65;&#x42; <![CDATA[<c> & d]]> </p:detail><p:trace><p:at>x</p:at></p:trace>
      <p:invalid-param><p:name>idx</p:name><p:reason> 1e3
 is no number </p:reason></p:invalid-param></p:problem>`
    expect(said(xml)).toEqual({
      isProblemDocument: true,
      detail: '00012 &lt; AB <c> & d',
      problems: [{ code: 'refused', path: 'idx', message: '1e3\n is no number' }],
    })
  })
  test('the title stands in for a detail that is missing, empty or no text', () => {
    for (const detail of ['', '<detail/>', '<detail><b>bold</b></detail>'])
      expect(said(`<problem xmlns="urn:ietf:rfc:7807"><title>Too large</title>${detail}</problem>`)).toEqual({
        isProblemDocument: true,
        detail: 'Too large',
        problems: [],
      })
  })
  test('a parameter without name and reason is a problem all the same', () => {
    const { problems } = said(
      '<problem><invalid-param/><invalid-param><name>b</name></invalid-param></problem>',
    )
    expect(problems).toEqual([
      { code: 'refused', path: '', message: '' },
      { code: 'refused', path: 'b', message: '' },
    ])
  })
  test.each([
    ['nothing', ''],
    ['another document', '<html><body>Sign in</body></html>'],
    ['a bare ampersand', '<problem><detail>this & that</detail></problem>'],
    ['an element left open', '<problem><detail>half'],
    ['a document type', '<!DOCTYPE problem [<!ENTITY a "b">]><problem><detail>&a;</detail></problem>'],
    ['an entity of HTML', '<problem><detail>caf&eacute;</detail></problem>'],
    ['too deep a nest', `<problem>${'<a>'.repeat(40)}${'</a>'.repeat(40)}</problem>`],
    ['too many elements', `<problem>${'<a/>'.repeat(30_000)}</problem>`],
    ['too large a text', `<problem><detail>${'x'.repeat(1_000_001)}</detail></problem>`],
  ])('%s says nothing', (_, xml) => {
    expect(said(xml)).toMatchObject({ problems: [] })
    expect(said(xml).detail).toBeUndefined()
  })
  test('names that mean something to JavaScript do no harm', () => {
    const harm = (name: string) =>
      `<problem><${name}><detail>b</detail></${name}><detail>c</detail></problem>`
    expect(said(harm('hasOwnProperty')).detail).toBe('c')
    expect(said(harm('__proto__'))).toEqual({ isProblemDocument: true, problems: [] })
    expect({}).not.toHaveProperty('detail')
  })
})
