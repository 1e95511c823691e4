CREATE INDEX "invitations_mail" ON "invitations" USING btree ("email_id");--> statement-breakpoint
CREATE INDEX "one_time_tokens_address" ON "one_time_tokens" USING btree (lower("address")) WHERE address is not null;
