import { PostsSection } from './posts-section.tsx'
import { SharesSection } from './shares-section.tsx'

/** The company posts and the members' shares. */
export function SocialFeedTab() {
  return (
    <>
      <PostsSection />
      <SharesSection />
    </>
  )
}
