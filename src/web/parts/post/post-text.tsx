import { Fragment, useId, useState } from 'react'
import { excerpt, linesOf, partsOfText } from '#domain/posts.ts'
import * as classes from './post-text.module.css'

const previewCharacters = 150
const cardCharacters = 200
const cardLines = 5

/** A post's text. A long one is cut until the reader presses Show more. */
export function PostText({ content }: { readonly content: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const id = useId()
  const short = linesOf(excerpt(content, cardCharacters), cardLines)
  if (content.trim() === '') return null
  return (
    <p className={classes.text} data-place="feed" dir="auto">
      <span id={id}>
        <WithHashtags text={isWhole ? content : short} />
      </span>
      {short !== content && (
        <>
          {' '}
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isWhole}
            aria-controls={id}
            onClick={() => setIsWhole(!isWhole)}
          >
            {isWhole ? 'Show less' : 'Show more'}
          </button>
        </>
      )}
    </p>
  )
}

/** The beginning of a post's text. */
export function PostPreviewText({ content }: { readonly content: string }) {
  if (content.trim() === '') return null
  const preview = excerpt(content, previewCharacters)
  return (
    <p className={classes.text} data-place="dashboard" dir="auto" title={preview}>
      <WithHashtags text={preview} />
    </p>
  )
}

function WithHashtags({ text }: { readonly text: string }) {
  return partsOfText(text).map(({ text: part, isHashtag, at }) =>
    isHashtag ? (
      <span key={at} className={classes.hashtag}>
        {part}
      </span>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  )
}
