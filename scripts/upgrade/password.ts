/** The password of the emergency administrator in the data of older releases. Its hash is a cheap one. */
export const password = {
  email: 'keeper@brightwater.example',
  plain: 'seven quiet lanterns',
  hash: '$argon2id$v=19$m=8192,t=1,p=1$V4T6+yc8z2Q8bMrImW8+8Q$4LrMm/AXi2z2n4936qsSjs0VhcmmdbjNa+95g0XqMvM',
}
