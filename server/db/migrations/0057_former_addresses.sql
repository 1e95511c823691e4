CREATE TABLE "former_addresses" (
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "former_addresses_user_id_email_until_pk" PRIMARY KEY("user_id","email","until")
);
--> statement-breakpoint
ALTER TABLE "former_addresses" ADD CONSTRAINT "former_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_addresses_email" ON "former_addresses" USING btree (lower("email"),"until");--> statement-breakpoint
-- The addresses given up before this table was: each change wrote a mail to the old address and a notification to the person,
-- of the same moment. Where two changed theirs in one moment, nobody can tell whose is which.
INSERT INTO former_addresses (user_id, email, until)
SELECT min(n.user_id::text)::uuid, min(e.to_address), e.created_at
FROM emails e JOIN notices n ON n.kind = 'email_changed' AND n.created_at = e.created_at
WHERE e.kind = 'email_changed_from' AND e.to_address NOT LIKE '%.invalid'
GROUP BY e.created_at HAVING count(*) = 1;
