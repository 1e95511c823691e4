CREATE INDEX "emails_recipient" ON "emails" USING btree (left(lower("to_address"), 200),"id");--> statement-breakpoint
CREATE INDEX "emails_subject" ON "emails" USING btree (left(lower("subject"), 200),"id");--> statement-breakpoint
CREATE INDEX "emails_rank" ON "emails" USING btree (array_position(array['held', 'queued', 'sent', 'failed', 'bounced', 'kept', 'discarded']::text[], "state"),"id");--> statement-breakpoint
CREATE INDEX "emails_search" ON "emails" USING gin ("to_address" gin_trgm_ops,"to_name" gin_trgm_ops,"subject" gin_trgm_ops);