import { describe, expect, test } from 'vitest'
import { answerReaders } from './read-answer.ts'

const problemOf = (xml: string) => answerReaders.problem(Buffer.from(xml))

describe('reading the problem document of a service', () => {
  test('keeps texts as written, in any namespace', () => {
    const xml = `<?xml version="1.0"?><p:problem xmlns:p="urn:somewhere" xmlns:q="urn:else"><q:title>No</q:title>
      <p:detail code="7">00012 &amp;lt; &#65;&#x42; <![CDATA[<c> & d]]> </p:detail><p:trace><p:at>x</p:at></p:trace>
      <p:invalid-param><p:name>idx</p:name><p:reason> 1e3
 is no number </p:reason></p:invalid-param></p:problem>`
    expect(problemOf(xml)).toEqual({
      isProblemDocument: true,
      detail: '00012 &lt; AB <c> & d',
      problems: [{ code: 'refused', path: 'idx', message: '1e3\n is no number' }],
    })
  })
  test('uses the title if the detail is missing, empty or not text', () => {
    for (const detail of ['', '<detail/>', '<detail><b>bold</b></detail>'])
      expect(
        problemOf(`<problem xmlns="urn:ietf:rfc:7807"><title>Too large</title>${detail}</problem>`),
      ).toEqual({
        isProblemDocument: true,
        detail: 'Too large',
        problems: [],
      })
  })
  test('returns a problem for a parameter without name and reason', () => {
    const { problems } = problemOf(
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
  ])('returns nothing for %s', (_, xml) => {
    expect(problemOf(xml)).toMatchObject({ problems: [] })
    expect(problemOf(xml).detail).toBeUndefined()
  })
  test('is not affected by names with a meaning in JavaScript', () => {
    const harm = (name: string) =>
      `<problem><${name}><detail>b</detail></${name}><detail>c</detail></problem>`
    expect(problemOf(harm('hasOwnProperty')).detail).toBe('c')
    expect(problemOf(harm('__proto__'))).toEqual({ isProblemDocument: true, problems: [] })
    expect({}).not.toHaveProperty('detail')
  })
})
