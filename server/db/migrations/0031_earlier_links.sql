CREATE TABLE "earlier_links" (
	"link_hash" text PRIMARY KEY NOT NULL,
	"invitation_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "earlier_links" ADD CONSTRAINT "earlier_links_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "earlier_links_invitation" ON "earlier_links" USING btree ("invitation_id");