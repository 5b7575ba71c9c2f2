/** Which posts the section shows: all that are not deleted, those that wait for their time, or the deleted ones. */
export type PostView = 'posts' | 'scheduled' | 'deleted'
