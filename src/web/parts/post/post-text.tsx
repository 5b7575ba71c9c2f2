import { useId, useState } from 'react'
import { excerpt } from '#domain/posts.ts'
import classes from './post-text.module.css'

const previewCharacters = 150
const cardCharacters = 200

/** A post's text. A long one is cut until the reader presses Show more. */
export function PostText({ content }: { readonly content: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const id = useId()
  const short = excerpt(content, cardCharacters)
  if (content.trim() === '') return null
  return (
    <div>
      <p id={id} className={classes.text} dir="auto">
        {isWhole ? content : short}
      </p>
      {short !== content && (
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  )
}

/** The beginning of a post's text. */
export function PostPreviewText({ content }: { readonly content: string }) {
  if (content.trim() === '') return null
  return (
    <p className={classes.text} dir="auto">
      {excerpt(content, previewCharacters)}
    </p>
  )
}
